package io.paladio.carbon.facecheck;

import java.util.Optional;

/**
 * Who asks for what. Says nothing of its tokens. Immutable.
 *
 * @param token of a person, as an engine would present it that nobody trusts
 * @param engine as the trusted engine presents that person
 * @param revoked one that is past, or taken back
 * @param table without a policy, and the person may read it
 * @param policyTable under a policy
 * @param deniedTable that the person has no grant on
 */
record Subject(
        String token,
        Optional<String> engine,
        Optional<String> revoked,
        Optional<String> warehouse,
        Optional<TableName> table,
        Optional<TableName> policyTable,
        Optional<TableName> deniedTable) {
    Optional<String> person() {
        return Optional.of(token);
    }

    @Override
    public String toString() {
        return "Subject";
    }
}
