package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.JsonFields.Truthful;
import io.paladio.carbon.policy.document.PolicyDocument.Attachment;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import io.paladio.carbon.policy.document.PolicyDocument.Body;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.TagCondition;
import io.paladio.carbon.policy.document.PolicyDocument.Validity;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what all policies have in common. Used once, by one thread. */
final class DocumentParser {
    private static final Set<String> COMMON = Set.of(
            "format",
            "id",
            "name",
            "version",
            "type",
            "enforcement",
            "attach",
            "when",
            "columns",
            "to",
            "except",
            "valid",
            "tests",
            "lookups");
    private static final String ROW_FILTER = "row_filter";
    private static final String COLUMN_MASK = "column_mask";

    private final JsonNode json;

    DocumentParser(JsonNode json) {
        this.json = json;
    }

    /** A document whose tests were not run yet. */
    record Parsed(PolicyDocument document, List<PolicyTest> tests) {}

    PolicyDocument document() throws DocumentFault {
        Parsed parsed = parsed();
        new TestRun(parsed.document()).requireAllHold(parsed.tests());
        return parsed.document();
    }

    /** Whether the document says that it is a mask. */
    static boolean masks(JsonNode json) {
        return COLUMN_MASK.equals(json.path("type").textValue());
    }

    /** The fields that a document of its type has; of either, where it has none that is known. */
    static Set<String> known(JsonNode json) {
        Set<String> known = new HashSet<>(COMMON);
        if (!ROW_FILTER.equals(json.path("type").textValue())) {
            known.addAll(BodyParser.OF_MASK);
        }
        if (!masks(json)) {
            known.addAll(BodyParser.OF_FILTER);
        }
        return known;
    }

    Parsed parsed() throws DocumentFault {
        JsonFields fields = JsonFields.of(json, "$", known(json));
        requireFormat(fields);
        String id = fields.name("id");
        int version = fields.positive("version");
        String name = fields.name("name");
        requireType(fields);
        List<ColumnSelector> columns = ColumnParser.columns(fields);
        BodyParser bodies = new BodyParser(fields, columns);
        Body body = masks(json) ? bodies.columnMask() : bodies.rowFilter();
        List<PolicyTest> tests = TestParser.of(body).tests(fields);
        PolicyDocument document = new PolicyDocument(
                new PolicyReference(id, version, JsonText.etag(json)),
                name,
                enforcement(fields),
                attachment(fields),
                when(fields),
                columns,
                AudienceParser.to(fields),
                except(fields),
                validity(fields),
                bodies.lookups(),
                body);
        bodies.requireLookupsUngovernedBy(document);
        return new Parsed(document, tests);
    }

    static void requireType(JsonFields fields) throws DocumentFault {
        fields.word("type", List.of(ROW_FILTER, COLUMN_MASK));
    }

    static void requireFormat(JsonFields fields) throws DocumentFault {
        JsonNode format = fields.any("format");
        if (!format.isIntegralNumber() || !format.canConvertToInt() || format.intValue() != 1) {
            throw new DocumentFault("$.format", "Only format 1 is known. Write 1.");
        }
    }

    static Enforcement enforcement(JsonFields fields) throws DocumentFault {
        boolean shadow =
                fields.wordOrFirst("enforcement", List.of("enforce", "shadow")).equals("shadow");
        return shadow ? Enforcement.SHADOW : Enforcement.ENFORCE;
    }

    static Attachment attachment(JsonFields fields) throws DocumentFault {
        JsonFields attach = fields.object("attach", Set.of("securable", "inherit"));
        return new Attachment(securable(attach), attach.flagOr("inherit", Truthful.YES));
    }

    static Audience except(JsonFields fields) throws DocumentFault {
        return fields.has("except") ? AudienceParser.except(fields) : Audience.NOBODY;
    }

    static Securable securable(JsonFields fields) throws DocumentFault {
        String text = fields.text("securable");
        try {
            return Securable.parse(text);
        } catch (IllegalArgumentException noPath) {
            throw new DocumentFault(
                    fields.path("securable"),
                    "Write catalog, catalog.schema or catalog.schema.table, without wildcards.");
        }
    }

    static List<TagCondition> when(JsonFields fields) throws DocumentFault {
        return fields.has("when") ? TagParser.all(fields.object("when", Set.of("all"))) : List.of();
    }

    static Validity validity(JsonFields fields) throws DocumentFault {
        if (!fields.has("valid")) {
            return new Validity(Optional.empty(), Optional.empty());
        }
        JsonFields valid = fields.object("valid", Set.of("from", "until"));
        Validity validity = new Validity(instant(valid, "from"), instant(valid, "until"));
        if (validity.from().isPresent()
                && validity.until().isPresent()
                && !validity.from().get().isBefore(validity.until().get())) {
            throw new DocumentFault("$.valid.until", "The policy would never be in force. Write a time after from.");
        }
        return validity;
    }

    private static Optional<Instant> instant(JsonFields fields, String field) throws DocumentFault {
        if (!fields.has(field) || fields.any(field).isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(fields.text(field)).toInstant());
        } catch (DateTimeException noTime) {
            throw new DocumentFault(fields.path(field), "Write a time with its zone: 2026-01-31T00:00:00Z.");
        }
    }
}
