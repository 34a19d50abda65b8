package io.paladio.carbon.error;

/**
 * Every refusal of Carbon Spark: its error class, its SQLSTATE and the sentence it is told in.
 *
 * <p>The sentences are part of the outside contract as far as class and SQLSTATE go; this is the one place where messages are
 * made. A template may name {@code object}, {@code principal}, {@code policy} and {@code reason}. It never holds data, a
 * literal of a policy, a location or a secret.
 */
public enum CarbonCondition {
    IDENTITY_REQUIRED("28000", "No principal: {reason}.", "Present a bearer token of the configured issuer."),
    IDENTITY_INVALID(
            "28000", "The bearer token was not accepted: {reason}.", "Sign in again and present a fresh token."),
    SESSION_NOT_YOURS(
            "28000", "{object} belongs to another principal than {principal}.", "Open a session of your own."),
    ACCESS_DENIED("42501", "Principal {principal} has no grant on {object}.", "Ask the owner of {object} for access."),
    COLUMN_DENIED(
            "42501",
            "Column {object} is denied to principal {principal} by policy {policy}.",
            "Leave the column out, or ask the policy's owner for an exemption."),
    METADATA_DENIED(
            "42501",
            "{object} would show more than the rows that principal {principal} may see.",
            "Query the table itself, or ask as a principal that no policy restricts on it."),
    PATH_DENIED(
            "42501",
            "Reading or writing {object} by path or format is not governed.",
            "Use a table of a governed catalog: catalog.schema.table."),
    CONFIG_PROTECTED(
            "42501",
            "Configuration {object} can't be changed or read at run time.",
            "Ask the operator to set it at start-up."),
    CODE_DENIED(
            "42501", "User code is not run by this engine: {object}.", "Express it with built-in functions and SQL."),
    NOT_GOVERNABLE(
            "0A000",
            "{object} can't be proven governed: {reason}.",
            "Rewrite the statement with supported statements, or ask the operator."),
    WRITE_DENIED(
            "42501",
            "Principal {principal} may not write {object} this way: {reason}.",
            "Write as a principal that no policy restricts on the table."),
    ROW_CHECK_FAILED(
            "44000",
            "A new row of {object} does not satisfy the row filter of policy {policy} for principal {principal}.",
            "Write only rows that you may read; nothing was committed."),
    POLICY_UNENFORCEABLE(
            "42501",
            "Policy {policy} on {object} can't be enforced for principal {principal}: {reason}.",
            "Ask the policy's owner to correct it."),
    INDEX_UNAVAILABLE("08001", "Index did not answer: {reason}.", "Nothing was read; try again in a moment."),
    FACE_UNAVAILABLE(
            "08001", "The catalog did not answer for {object}: {reason}.", "Nothing was read; try again in a moment."),
    COPY_ONLY(
            "0A000",
            "{object} is a relation of a connection.",
            "Copy it first: CREATE TABLE … AS SELECT … or INSERT INTO … SELECT …."),
    SOURCE_FAILED("08001", "Connection {object} failed: {reason}.", "Check the source."),
    PERIMETER_OPEN(
            "42501",
            "A long-lived object store credential is visible to the engine: {object}.",
            "Remove it; credentials only come vended, for one table and minutes."),
    CONFIG_INVALID("F0000", "The configuration is not usable: {object}: {reason}.", "Correct it and start again."),
    SEAL_BROKEN(
            "XX000",
            "The last check before execution found {object} without its policy for principal {principal}; nothing was read.",
            "This is a defect of the engine: report it with the statement id.");

    private final String sqlState;
    private final String template;
    private final String remedy;

    CarbonCondition(String sqlState, String template, String remedy) {
        this.sqlState = sqlState;
        this.template = template;
        this.remedy = remedy;
    }

    /** The error class as clients see it, e.g. {@code CARBON_ACCESS_DENIED}. */
    public String errorClass() {
        return "CARBON_" + name();
    }

    /** The five characters of the SQL standard. */
    public String sqlState() {
        return sqlState;
    }

    String template() {
        return template;
    }

    String remedy() {
        return remedy;
    }

    /** Starts a refusal of this condition. */
    public RefusalBuilder refusal() {
        return new RefusalBuilder(this);
    }
}
