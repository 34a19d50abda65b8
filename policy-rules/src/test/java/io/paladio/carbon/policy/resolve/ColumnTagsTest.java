package io.paladio.carbon.policy.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.resolve.ColumnTags.Tag;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** S14: which tags a read column carries along. */
class ColumnTagsTest {
    private static final Column ID = new Column(1, "id", Primitive.INT, true);
    private static final Column MAIL = new Column(2, "mail", Primitive.STRING, false);
    private static final Column ADDRESS = new Column(
            3, "address", new ColumnType.Struct(List.of(new Column(4, "zip", Primitive.STRING, false))), false);

    private static ColumnTags tags(Map<String, Map<String, String>> tags, ReadSchema... schemas) {
        TableAnswer answer = new TableAnswer(
                Securable.table("carbon", "hr", "t"), "etag", Access.GRANTED, Map.of("of", "table"), tags, List.of());
        return new ColumnTags(answer, Arrays.asList(schemas));
    }

    private static TableSchema schema(Column... columns) {
        return new TableSchema(columns.length, List.of(columns));
    }

    @Test
    void S14_a_column_carries_its_own_tags_and_no_other_column_s_nor_the_table_s() {
        ColumnTags tags = tags(Map.of("mail", Map.of("pii", "email")), ReadSchema.asIs(schema(ID, MAIL)));

        assertThat(tags.of("mail")).isEqualTo(Map.of("", Set.of(new Tag("pii", "email"))));
        assertThat(tags.of("id")).isEmpty();
    }

    @Test
    void S14_tags_within_a_column_are_known_by_their_path_in_it() {
        ColumnTags tags = tags(
                Map.of("address.zip", Map.of("geo", "zip"), "address", Map.of("pii", "address")),
                ReadSchema.asIs(schema(ID, ADDRESS)));

        assertThat(tags.of("address"))
                .isEqualTo(Map.of("", Set.of(new Tag("pii", "address")), "zip", Set.of(new Tag("geo", "zip"))));
    }

    @Test
    void S14_case_tells_no_names_apart_that_the_engine_s_users_don_t() {
        ColumnTags tags = tags(Map.of("MAIL", Map.of("pii", "email")), ReadSchema.asIs(schema(ID, MAIL)));

        assertThat(tags.of("mail")).isEqualTo(Map.of("", Set.of(new Tag("pii", "email"))));
    }

    @Test
    void S14_an_older_name_of_a_column_carries_what_its_field_is_tagged_with_today() {
        Column older = new Column(2, "contact", Primitive.STRING, false);
        ColumnTags tags =
                tags(Map.of("mail", Map.of("pii", "email")), new ReadSchema(schema(ID, MAIL), schema(ID, older)));

        assertThat(tags.of("contact")).isEqualTo(Map.of("", Set.of(new Tag("pii", "email"))));
    }

    @Test
    void S14_a_column_that_the_table_no_longer_has_carries_the_tags_of_its_name() {
        ColumnTags tags = tags(Map.of("mail", Map.of("pii", "email")), new ReadSchema(schema(ID), schema(ID, MAIL)));

        assertThat(tags.of("mail")).isEqualTo(Map.of("", Set.of(new Tag("pii", "email"))));
    }

    @Test
    void S14_a_tag_of_a_name_that_no_column_has_may_mean_any() {
        ColumnTags tags = tags(Map.of("email", Map.of("pii", "email")), ReadSchema.asIs(schema(ID, MAIL)));

        assertThat(tags.of("mail")).isEqualTo(Map.of("", Set.of(new Tag("pii", "email"))));
    }

    @Test
    void S14_a_column_that_no_schema_has_may_be_any() {
        Map<String, Map<String, String>> both = Map.of("mail", Map.of("pii", "email"), "id", Map.of("pii", "key"));
        Map<String, Set<Tag>> all = Map.of("", Set.of(new Tag("pii", "email"), new Tag("pii", "key")));

        assertThat(tags(both, ReadSchema.asIs(schema(ID, MAIL))).of("else")).isEqualTo(all);
        assertThat(tags(both).of("mail")).isEqualTo(all);
        assertThat(tags(both).ofAnyColumn()).isEqualTo(all);
    }
}
