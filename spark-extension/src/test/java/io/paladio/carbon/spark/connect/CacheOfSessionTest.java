package io.paladio.carbon.spark.connect;

import static io.paladio.carbon.spark.connect.RawCalls.claiming;
import static io.paladio.carbon.spark.connect.RawCalls.newSession;
import static io.paladio.carbon.spark.connect.RawCalls.run;
import static io.paladio.carbon.spark.connect.RawCalls.select;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session of Spark Connect has cached ends with the session. */
class CacheOfSessionTest {
    private static final long MOMENT_MILLIS = 30_000;

    @TempDir
    static Path folder;

    private static GovernedConnect server;

    @BeforeAll
    static void start() throws IOException {
        server = GovernedConnect.start(folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void S17_a_closed_session_gives_back_what_it_held_and_nothing_of_others() throws TimeoutException {
        SparkConnectServiceBlockingStub bob = server.with(server.issuer().token("bob"));
        String closed = newSession();
        String open = newSession();
        run(bob, select(closed, "CACHE TABLE kept AS SELECT id FROM range(10)"));
        run(bob, select(open, "CACHE TABLE kept AS SELECT id FROM range(11)"));
        assertThat(held()).isEqualTo(2);

        bob.releaseSession(ReleaseSessionRequest.newBuilder()
                .setSessionId(closed)
                .setUserContext(claiming("bob"))
                .build());
        server.session().sparkContext().listenerBus().waitUntilEmpty(MOMENT_MILLIS);

        assertThat(held()).isEqualTo(1);
        assertThat(run(bob, select(open, "SELECT count(*) FROM kept"))).isNotEmpty();
    }

    private static int held() {
        return server.session().sparkContext().getPersistentRDDs().size();
    }
}
