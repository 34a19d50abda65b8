package io.paladio.carbon.client.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.connect.proto.CloneSessionResponse;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.InterruptRequest;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.apache.spark.connect.proto.SQL;
import org.sparkproject.com.google.protobuf.InvalidProtocolBufferException;

/** What honest people go on asking meanwhile, in sessions of their own. Used by one thread. */
final class Honest {
    private static final String QUERY = "SELECT ssn FROM carbon.hr.t WHERE id = 3 OR id = 8";
    private static final int PATIENCE_SECONDS = 60;

    private final Wire wire;
    private final String restricted;
    private final String exempt;
    private final String sessionOfRestricted = UUID.randomUUID().toString();
    private final String sessionOfExempt = UUID.randomUUID().toString();

    Honest(Wire wire, String restricted, String exempt) {
        this.wire = wire;
        this.restricted = restricted;
        this.exempt = exempt;
    }

    /** What is wrong about their answers, if anything. */
    Optional<String> fault() {
        String hers = answer(exempt, sessionOfExempt);
        if (!hers.contains("333-44-5555") || !hers.contains("888-99-0000")) {
            return Optional.of("an exempt principal is not served: " + hers);
        }
        String his = answer(restricted, sessionOfRestricted);
        return his.contains("nnn-nn-0000") && !his.contains("44-5555") && !his.contains("99-0000")
                ? Optional.empty()
                : Optional.of("a restricted principal is not served rightly: " + his);
    }

    private String answer(String token, String session) {
        Plan plan = Plan.newBuilder()
                .setRoot(Relation.newBuilder().setSql(SQL.newBuilder().setQuery(QUERY)))
                .build();
        byte[] request = ExecutePlanRequest.newBuilder()
                .setSessionId(session)
                .setPlan(plan)
                .build()
                .toByteArray();
        Reply reply = wire.send(Rpc.EXECUTE_PLAN, request, Identity.of(token).headers(), PATIENCE_SECONDS);
        StringBuilder text = new StringBuilder(reply.status()).append(' ').append(reply.text());
        reply.messages().forEach(message -> text.append(new String(message, StandardCharsets.UTF_8)));
        return text.toString();
    }

    /** Ends what runs in a session; whether the server did as it was told. */
    boolean interrupts(String session) {
        byte[] request = InterruptRequest.newBuilder()
                .setSessionId(session)
                .setInterruptType(InterruptRequest.InterruptType.INTERRUPT_TYPE_ALL)
                .build()
                .toByteArray();
        return wire.send(Rpc.INTERRUPT, request, Identity.of(restricted).headers(), PATIENCE_SECONDS)
                .isOk();
    }

    /** Gives a session back, so that they do not pile up. */
    void release(String session) {
        byte[] request =
                ReleaseSessionRequest.newBuilder().setSessionId(session).build().toByteArray();
        wire.send(Rpc.RELEASE_SESSION, request, Identity.of(restricted).headers(), PATIENCE_SECONDS);
    }

    /** Gives back the copy of a session that a reply tells of. */
    void releaseCopies(Reply reply) {
        for (byte[] message : reply.messages()) {
            try {
                release(CloneSessionResponse.parseFrom(message).getNewSessionId());
            } catch (InvalidProtocolBufferException notSo) {
                continue;
            }
        }
    }
}
