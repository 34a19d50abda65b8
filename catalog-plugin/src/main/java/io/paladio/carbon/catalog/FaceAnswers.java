package io.paladio.carbon.catalog;

import java.util.function.Consumer;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.ErrorHandler;
import org.apache.iceberg.rest.responses.ErrorResponse;

/**
 * What Iceberg's own handlers of errors get wrong for a face: that a token is past (419), and that something else than a face says
 * that there is nothing here. Thread-safe.
 */
final class FaceAnswers extends ErrorHandler {
    private static final int NOT_FOUND = 404;
    private static final int TOKEN_PAST = 419;

    private final Consumer<ErrorResponse> icebergs;

    private FaceAnswers(Consumer<ErrorResponse> icebergs) {
        this.icebergs = icebergs;
    }

    static ErrorHandler before(Consumer<ErrorResponse> icebergs) {
        return new FaceAnswers(icebergs);
    }

    @Override
    public ErrorResponse parseResponse(int code, String body) {
        return icebergs instanceof ErrorHandler handler
                ? handler.parseResponse(code, body)
                : ErrorResponse.builder().responseCode(code).withMessage(body).build();
    }

    @Override
    public void accept(ErrorResponse answer) {
        if (answer.code() == TOKEN_PAST) {
            throw new NotAuthorizedException("the token is past");
        }
        // An error of the protocol has a type. A door before the face that knows no way to it has none, and knows of no
        // table.
        if (answer.code() == NOT_FOUND && answer.type() == null) {
            throw new RESTException("no answer of the protocol");
        }
        icebergs.accept(answer);
    }
}
