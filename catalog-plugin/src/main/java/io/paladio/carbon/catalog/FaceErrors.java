package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.net.SocketTimeoutException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;

/**
 * Says in the project's own words what the face refused or failed to do. The face's text is left out: it may name locations, and
 * a cause's message would travel to the client. Immutable.
 */
final class FaceErrors {
    private final String warehouse;
    private final Supplier<SessionGovernance> governance;

    FaceErrors(String warehouse, Supplier<SessionGovernance> governance) {
        this.warehouse = warehouse;
        this.governance = governance;
    }

    /** What to throw for a failure of a request with this path. */
    RuntimeException translate(String path, Throwable failure) {
        if (failure instanceof SparkRefusal refusal) {
            return refusal;
        }
        if (failure instanceof UnknownRestrictions unknown) {
            return unenforceable(path, unknown.reason());
        }
        if (failure instanceof ForbiddenException) {
            return denied(path);
        }
        if (failure instanceof NotAuthorizedException) {
            return SparkRefusal.of(CarbonCondition.IDENTITY_INVALID
                    .refusal()
                    .reason("the catalog turned it down")
                    .build());
        }
        if (failure instanceof NoSuchNamespaceException && path.contains("/tables/")) {
            // Iceberg looks for t.files and t.branch_x as tables of a schema t first, and goes on only if the table is
            // missing.
            return new NoSuchTableException("No such table: its schema does not exist");
        }
        if (failure instanceof NamespaceNotEmptyException) {
            // The face's words tell how many tables there are, those that the caller may not know of included.
            return new NamespaceNotEmptyException("The schema is not empty");
        }
        if (isAnAnswer(failure)) {
            return (RuntimeException) failure;
        }
        return unavailable(path, reason(failure));
    }

    SparkRefusal unavailable(String path, String reason) {
        return SparkRefusal.of(CarbonCondition.FACE_UNAVAILABLE
                .refusal()
                .object(object(path))
                .reason(reason)
                .build());
    }

    private SparkRefusal denied(String path) {
        return SparkRefusal.of(CarbonCondition.ACCESS_DENIED
                .refusal()
                .principal(governance.get().caller().name())
                .object(object(path))
                .build());
    }

    /** Restrictions that came with an answer can't be applied; the reason repeats nothing of them. */
    SparkRefusal unenforceable(String path, String reason) {
        return SparkRefusal.of(CarbonCondition.POLICY_UNENFORCEABLE
                .refusal()
                .policy(ReadRestrictions.FIELD)
                .object(object(path))
                .principal(governance.get().caller().name())
                .reason(reason)
                .build());
    }

    /** Iceberg's own words for "no such table", "exists already", "commit conflict" and their kin: answers, not failures. */
    private static boolean isAnAnswer(Throwable failure) {
        boolean iceberg = failure.getClass().getPackageName().equals("org.apache.iceberg.exceptions")
                && failure instanceof RuntimeException
                && !(failure instanceof RESTException);
        return iceberg || failure instanceof UnsupportedOperationException;
    }

    private static String reason(Throwable failure) {
        if (failure instanceof ServiceUnavailableException || failure instanceof ServiceFailureException) {
            return "it failed";
        }
        if (failure instanceof BadRequestException) {
            return "it did not accept the request";
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return "it did not answer in time";
            }
        }
        return failure instanceof RESTException ? "it can't be reached or read" : "its answer can't be read";
    }

    /** The table, view or schema that a path of the Iceberg REST protocol is about; else the catalog. */
    private String object(String path) {
        List<String> segments = List.of(path.split("/"));
        List<String> names = new ArrayList<>(List.of(warehouse));
        after(segments, "namespaces", names);
        after(segments, "tables", names);
        after(segments, "views", names);
        return String.join(".", names);
    }

    private static void after(List<String> segments, String kind, List<String> names) {
        int at = segments.indexOf(kind);
        if (at >= 0 && at + 1 < segments.size()) {
            String name = URLDecoder.decode(segments.get(at + 1), StandardCharsets.UTF_8);
            names.add(name.replace('\u001f', '.'));
        }
    }
}
