package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.CarbonCondition;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.spark.source.HasIcebergCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class DeclaredCallsTest {
    @Test
    void no_call_of_a_catalog_is_inherited_unseen() {
        assertThat(inheritedFromInterfaces(FaceCatalog.class)).isEmpty();
    }

    @Test
    void iceberg_s_own_catalog_is_not_handed_out() {
        assertThat(HasIcebergCatalog.class.isAssignableFrom(FaceCatalog.class)).isFalse();
    }

    @Test
    void every_request_of_the_client_ends_in_a_declared_call() {
        // The two kinds that Iceberg's interface itself turns into one of the declared calls.
        assertThat(inheritedFromInterfaces(FaceClient.class))
                .allMatch(call -> call.contains("java.util.function.Supplier")
                        || call.contains("RESTClient.get(java.lang.String,java.lang.Class<T>,java.util.Map<"));
    }

    @Test
    void S23_a_restricted_answer_is_the_face_s_answer_in_all_that_iceberg_asks_of_it() {
        List<String> asked = declared(LoadTableResponse.class);
        assertThat(asked).contains("tableMetadata").isSubsetOf(declared(RestrictedAnswer.class));
    }

    private static List<String> declared(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName)
                .toList();
    }

    @Test
    void the_refusing_catalog_refuses() {
        RefusingCatalog catalog = new RefusingCatalog();
        catalog.initialize("default_iceberg", new CaseInsensitiveStringMap(Map.of("type", "hadoop")));
        Identifier table = Identifier.of(new String[] {"a"}, "b");
        assertThat(catalog.name()).isEqualTo("default_iceberg");
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(table));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(table, "1"));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.loadTable(table, 1L));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.listTables(new String[0]));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.tableExists(table));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.dropTable(table));
        assertRefused(CarbonCondition.PATH_DENIED, () -> catalog.alterTable(table, TableChange.setProperty("a", "b")));
    }

    private static Stream<String> inheritedFromInterfaces(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass().isInterface())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::toGenericString);
    }
}
