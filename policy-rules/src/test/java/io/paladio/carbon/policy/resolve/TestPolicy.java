package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.Attachment;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import io.paladio.carbon.policy.document.PolicyDocument.Body;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.document.PolicyDocument.TagCondition;
import io.paladio.carbon.policy.document.PolicyDocument.Validity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes policy documents for tests, each method a changed copy. Immutable. */
record TestPolicy(PolicyDocument document) {
    /** The lookup that every policy of these tests declares, and how many of its rows may be read. */
    static final Securable LOOKUP = Securable.parse("carbon.gov.user_region");

    static final int MAX_ROWS = 100;

    static TestPolicy filter(String id, String sql) {
        return of(id, List.of(), new RowFilterBody(Mode.RESTRICTIVE, sql));
    }

    static TestPolicy permissive(String id, String sql) {
        return of(id, List.of(), new RowFilterBody(Mode.PERMISSIVE, sql));
    }

    /** A mask on one column by name, that must be there. */
    static TestPolicy mask(String id, String column, String kind) {
        return mask(id, new ColumnMatch.ByName(column), Cardinality.EXACTLY_ONE, kind);
    }

    static TestPolicy maskTagged(String id, String tag, String value, String kind) {
        return mask(id, byTag(tag, value), Cardinality.EACH, kind);
    }

    static TestPolicy mask(String id, ColumnMatch match, Cardinality cardinality, String kind) {
        return of(
                id,
                List.of(new ColumnSelector("$.columns[0]", "c", match, cardinality)),
                new ColumnMaskBody("c", kind, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    static TestPolicy expressionMask(String id, String column, String sql) {
        TestPolicy mask = mask(id, column, "expression");
        return mask.with(new ColumnMaskBody("c", "expression", Optional.empty(), Optional.of(sql), Optional.empty()));
    }

    static TestPolicy keyedMask(String id, String column, String key) {
        TestPolicy mask = mask(id, column, "hmac-sha-256");
        return mask.with(new ColumnMaskBody("c", "hmac-sha-256", Optional.of(key), Optional.empty(), Optional.empty()));
    }

    static ColumnMatch byTag(String tag, String... values) {
        return new ColumnMatch.ByTags(List.of(new TagCondition(tag, Set.of(values))));
    }

    TestPolicy unless(String sql) {
        ColumnMaskBody body = (ColumnMaskBody) document.body();
        return with(new ColumnMaskBody(body.on(), body.kind(), body.key(), body.sql(), Optional.of(sql)));
    }

    TestPolicy column(String alias, ColumnMatch match, Cardinality cardinality) {
        List<ColumnSelector> columns = new ArrayList<>(document.columns());
        columns.add(new ColumnSelector("$.columns[" + columns.size() + "]", alias, match, cardinality));
        return new TestPolicy(new PolicyDocument(
                document.reference(),
                document.name(),
                document.enforcement(),
                document.attachment(),
                document.when(),
                columns,
                document.to(),
                document.except(),
                document.valid(),
                document.lookups(),
                document.body()));
    }

    TestPolicy to(String... groups) {
        return audiences(new Audience(false, Set.of(groups), Set.of()), document.except());
    }

    TestPolicy toPrincipals(String... principals) {
        return audiences(new Audience(false, Set.of(), Set.of(principals)), document.except());
    }

    TestPolicy except(String... groups) {
        return audiences(document.to(), new Audience(false, Set.of(groups), Set.of()));
    }

    TestPolicy exceptPrincipals(String... principals) {
        return audiences(document.to(), new Audience(false, Set.of(), Set.of(principals)));
    }

    TestPolicy when(String tag, String... values) {
        List<TagCondition> when = new ArrayList<>(document.when());
        when.add(new TagCondition(tag, Set.of(values)));
        return place(document.attachment(), when, document.enforcement());
    }

    TestPolicy attachedTo(String securable) {
        return place(new Attachment(Securable.parse(securable), true), document.when(), document.enforcement());
    }

    TestPolicy notInherited() {
        return place(new Attachment(document.attachment().securable(), false), document.when(), document.enforcement());
    }

    TestPolicy shadow() {
        return place(document.attachment(), document.when(), Enforcement.SHADOW);
    }

    TestPolicy valid(String from, String until) {
        Validity valid = new Validity(
                Optional.of(from).filter(text -> !text.isEmpty()).map(Instant::parse),
                Optional.of(until).filter(text -> !text.isEmpty()).map(Instant::parse));
        return new TestPolicy(new PolicyDocument(
                document.reference(),
                document.name(),
                document.enforcement(),
                document.attachment(),
                document.when(),
                document.columns(),
                document.to(),
                document.except(),
                valid,
                document.lookups(),
                document.body()));
    }

    TestPolicy version(int version) {
        String id = document.reference().id();
        return new TestPolicy(new PolicyDocument(
                new PolicyReference(id, version, "sha256:" + id + version),
                document.name(),
                document.enforcement(),
                document.attachment(),
                document.when(),
                document.columns(),
                document.to(),
                document.except(),
                document.valid(),
                document.lookups(),
                document.body()));
    }

    PolicyCandidate candidate() {
        return new PolicyCandidate.Valid(document);
    }

    private TestPolicy place(Attachment attachment, List<TagCondition> when, Enforcement enforcement) {
        return new TestPolicy(new PolicyDocument(
                document.reference(),
                document.name(),
                enforcement,
                attachment,
                when,
                document.columns(),
                document.to(),
                document.except(),
                document.valid(),
                document.lookups(),
                document.body()));
    }

    private TestPolicy audiences(Audience to, Audience except) {
        return new TestPolicy(new PolicyDocument(
                document.reference(),
                document.name(),
                document.enforcement(),
                document.attachment(),
                document.when(),
                document.columns(),
                to,
                except,
                document.valid(),
                document.lookups(),
                document.body()));
    }

    private TestPolicy with(Body body) {
        return new TestPolicy(new PolicyDocument(
                document.reference(),
                document.name(),
                document.enforcement(),
                document.attachment(),
                document.when(),
                document.columns(),
                document.to(),
                document.except(),
                document.valid(),
                document.lookups(),
                body));
    }

    private static TestPolicy of(String id, List<ColumnSelector> columns, Body body) {
        return new TestPolicy(new PolicyDocument(
                new PolicyReference(id, 1, "sha256:" + id),
                id,
                Enforcement.ENFORCE,
                new Attachment(Securable.parse("carbon.hr.t"), true),
                List.of(),
                columns,
                new Audience(true, Set.of(), Set.of()),
                Audience.NOBODY,
                new Validity(Optional.empty(), Optional.empty()),
                Map.of(LOOKUP, MAX_ROWS),
                body));
    }
}
