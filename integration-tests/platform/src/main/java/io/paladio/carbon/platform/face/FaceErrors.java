package io.paladio.carbon.platform.face;

import java.util.List;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.rest.responses.ErrorResponse;

/** Which status and which error of the protocol an exception becomes. */
final class FaceErrors {
    private static final int INTERNAL = 500;

    private static final List<Row> ROWS = List.of(
            new Row(NotAuthorizedException.class, 401),
            new Row(ForbiddenException.class, 403),
            new Row(NoSuchNamespaceException.class, 404),
            new Row(NoSuchTableException.class, 404),
            new Row(NoSuchViewException.class, 404),
            new Row(UnsupportedOperationException.class, 406),
            new Row(AlreadyExistsException.class, 409),
            new Row(CommitFailedException.class, 409),
            new Row(NamespaceNotEmptyException.class, 409),
            new Row(UnprocessableEntityException.class, 422),
            new Row(BadRequestException.class, 400),
            new Row(ValidationException.class, 400),
            new Row(IllegalArgumentException.class, 400));

    private FaceErrors() {}

    private record Row(Class<? extends Exception> type, int status) {}

    /** The answer to a call that failed; what we did not foresee is told by its kind alone. */
    static ErrorResponse of(Exception failure) {
        return ROWS.stream()
                .filter(row -> row.type().isInstance(failure))
                .findFirst()
                .map(row -> response(row.status(), row.type().getSimpleName(), String.valueOf(failure.getMessage())))
                .orElseGet(() -> response(INTERNAL, "InternalServerError", "The face failed"));
    }

    static ErrorResponse response(int status, String type, String message) {
        return ErrorResponse.builder()
                .responseCode(status)
                .withType(type)
                .withMessage(message)
                .build();
    }
}
