package io.paladio.carbon.facecheck;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** How the face says no, and how fast: what every engine acts on. Used by one thread, after all other checks. */
final class ErrorChecks {
    /** What the engine waits for a whole call is 4.5 s. */
    private static final Duration LATEST = Duration.ofSeconds(4);

    private static final int LONGEST_PAUSE = 5;
    private static final Pattern TELLING = Pattern.compile(
            "(s3a?|gs|abfss?|hdfs|file)://|\\.metadata\\.json|(\\n|\\\\n)(\\s|\\\\t)*at [\\w.$]+\\(|Caused by: ");

    private final Face face;
    private final Subject subject;
    private final Warehouse warehouse;

    ErrorChecks(Face face, Subject subject, Warehouse warehouse) {
        this.face = face;
        this.subject = subject;
        this.warehouse = warehouse;
    }

    List<Check> all() {
        return List.of(
                new Check("missing-is-404", this::missing),
                new Check("errors-tell-nothing", this::tellNothing),
                new Check("no-5xx", this::noFailures),
                new Check("in-time", this::inTime));
    }

    private Verdict missing() {
        String nowhere = "carbon_face_check_" + UUID.randomUUID().toString().replace("-", "");
        TableName table = new TableName(Optional.empty(), nowhere, nowhere);
        return Verdict.worst(
                List.of(
                        missing(face.get(warehouse.path(table), subject.person())),
                        missing(face.get(warehouse.path("/namespaces/" + nowhere), subject.person()))),
                "404, as the protocol writes it");
    }

    private static Verdict missing(Answered answer) {
        boolean written = answer.json().path("error").path("code").asInt() == 404
                && answer.errorType().filter(type -> type.startsWith("NoSuch")).isPresent();
        return answer.status() == 404 && written
                ? Verdict.holds("404")
                : Verdict.broken("what is not there is answered " + answer.told()
                        + (answer.status() == 404 ? ", not as the protocol writes errors" : "; 404 is due"));
    }

    private Verdict tellNothing() {
        return face.answers().stream()
                .filter(answer -> answer.status() >= 400)
                .filter(answer -> TELLING.matcher(answer.body()).find()
                        || answer.body().contains(subject.token())
                        || subject.engine().filter(answer.body()::contains).isPresent())
                .findFirst()
                .map(answer -> Verdict.broken("the error names a place, a token or its own code: " + answer.call()))
                .orElseGet(() -> Verdict.holds("no place, no token, no stack trace"));
    }

    private Verdict noFailures() {
        for (Answered answer : face.answers()) {
            if (answer.status() >= 500 && answer.status() != 501) {
                return Verdict.broken(answer.call() + " is answered " + answer.told() + ": engines try that again");
            }
            if (answer.header("Retry-After").filter(ErrorChecks::isLong).isPresent()) {
                return Verdict.broken("Retry-After is more than " + LONGEST_PAUSE + " s: no engine waits so long");
            }
        }
        return Verdict.holds(face.answers().size() + " answers");
    }

    private static boolean isLong(String pause) {
        try {
            return Integer.parseInt(pause.strip()) > LONGEST_PAUSE;
        } catch (NumberFormatException date) {
            return false;
        }
    }

    private Verdict inTime() {
        for (Answered answer : face.answers()) {
            if (answer.status() == 0) {
                return Verdict.broken(answer.call() + ": no answer");
            }
            if (answer.took().compareTo(LATEST) > 0) {
                return Verdict.broken(
                        answer.call() + " took " + answer.took().toMillis() + " ms; an engine waits 4500");
            }
        }
        long slowest = face.answers().stream()
                .mapToLong(answer -> answer.took().toMillis())
                .max()
                .orElse(0);
        return Verdict.holds("the slowest of " + face.answers().size() + " answers took " + slowest + " ms");
    }
}
