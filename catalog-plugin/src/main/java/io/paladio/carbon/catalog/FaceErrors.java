package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.net.SocketTimeoutException;
import java.net.URLDecoder;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
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
    private final Kind kind;

    /** What was asked for. */
    private enum Kind {
        READ,
        CHANGE
    }

    private FaceErrors(String warehouse, Supplier<SessionGovernance> governance, Kind kind) {
        this.warehouse = warehouse;
        this.governance = governance;
        this.kind = kind;
    }

    /** The errors of requests that change nothing. */
    static FaceErrors ofReads(String warehouse, Supplier<SessionGovernance> governance) {
        return new FaceErrors(warehouse, governance, Kind.READ);
    }

    /** The errors of requests that change something: where no answer came, it may have been done. */
    FaceErrors ofChanges() {
        return new FaceErrors(warehouse, governance, Kind.CHANGE);
    }

    /** What to throw for a failure of a request with this path. */
    RuntimeException translate(String path, Throwable failure) {
        if (failure instanceof SparkRefusal refusal) {
            return refusal;
        }
        if (failure instanceof StagingTurnedDown unable) {
            return unable;
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
        if (failure instanceof BadRequestException) {
            return unavailable(path, "it did not accept the request");
        }
        if (failure instanceof NoSuchWarehouseException) {
            return unavailable(path, "it serves the caller no warehouse of this name");
        }
        if (failure instanceof UnsupportedOperationException) {
            return unavailable(path, "it has no such call");
        }
        return answer(path, failure).orElseGet(() -> unanswered(path, reason(failure)));
    }

    /**
     * Iceberg's "no such table", "exists already", "commit conflict" and their kin: answers, that its catalog and Spark act on by
     * their type.
     */
    private Optional<RuntimeException> answer(String path, Throwable failure) {
        String object = object(path);
        if (failure instanceof NoSuchTableException
                || (failure instanceof NoSuchNamespaceException && path.contains("/tables/"))) {
            // Iceberg looks for t.files and t.branch_x as tables of a schema t first, and goes on only if the table is
            // missing.
            return Optional.of(new NoSuchTableException("No such table: %s", object));
        }
        if (failure instanceof NoSuchNamespaceException) {
            return Optional.of(new NoSuchNamespaceException("No such schema: %s", object));
        }
        if (failure instanceof NoSuchViewException) {
            return Optional.of(new NoSuchViewException("No such view: %s", object));
        }
        if (failure instanceof NamespaceNotEmptyException) {
            // The face's words tell how many tables there are, those that the caller may not know of included.
            return Optional.of(new NamespaceNotEmptyException("The schema is not empty"));
        }
        if (failure instanceof AlreadyExistsException && kind == Kind.CHANGE) {
            return Optional.of(new AlreadyExistsException("It exists already: %s", object));
        }
        if (failure instanceof CommitFailedException) {
            // Iceberg makes the change anew on what is there now, and sends that.
            return Optional.of(new CommitFailedException("%s was changed meanwhile", object));
        }
        return Optional.empty();
    }

    /** No answer came to what was sent. Whoever sends a change again without looking may make it twice. */
    SparkRefusal unanswered(String path, String reason) {
        return kind == Kind.READ
                ? unavailable(path, reason)
                : SparkRefusal.of(CarbonCondition.FACE_UNAVAILABLE
                        .refusal()
                        .object(object(path))
                        .reason(reason + ", and whether it made the change is not known")
                        .remedy("Look whether the change is there before you send it again.")
                        .build());
    }

    /** Nothing was done. */
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

    private static String reason(Throwable failure) {
        if (failure instanceof ServiceUnavailableException
                || failure instanceof ServiceFailureException
                || failure instanceof CommitStateUnknownException) {
            return "it failed";
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException || cause instanceof HttpTimeoutException) {
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
