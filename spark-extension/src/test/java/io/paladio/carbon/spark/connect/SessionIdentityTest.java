package io.paladio.carbon.spark.connect;

import static io.paladio.carbon.spark.connect.RawCalls.newSession;
import static io.paladio.carbon.spark.connect.RawCalls.run;
import static io.paladio.carbon.spark.connect.RawCalls.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.identity.SessionIdentities;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.apache.spark.connect.proto.CloneSessionRequest;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connect.service.SparkConnectService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/** Whose a session of the engine is, told from nothing but what the interceptor verified. */
class SessionIdentityTest {
    private static final String HANDLE = "spark.carbon.session.handle";

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

    private static SessionIdentities identities() {
        return CarbonRuntime.require().identities();
    }

    /** A session that a verified request opened, as the engine's rules meet it. */
    private static SparkSession sessionOf(String principal) {
        String session = newSession();
        run(server.with(server.issuer().token(principal)), select(session, "SELECT 1"));
        return SparkConnectService.getOrCreateIsolatedSession(principal, session, Option.empty())
                .session();
    }

    @Test
    void a_session_belongs_to_the_principal_whose_request_opened_it() {
        SparkSession session = sessionOf("alice");

        assertThat(identities().require(session).caller().name()).isEqualTo("alice");
        assertThat(identities().require(session).caller().name()).isEqualTo("alice");
    }

    @Test
    void a_copy_of_the_session_has_the_same_principal() {
        SparkSession session = sessionOf("alice");
        identities().require(session);

        assertThat(identities().require(session.cloneSession()).caller().name()).isEqualTo("alice");
        assertThat(identities()
                        .require(session.cloneSession().cloneSession())
                        .caller()
                        .name())
                .isEqualTo("alice");
    }

    @Test
    void T37_a_session_that_no_verified_request_opened_has_none() {
        assertRefused((SparkSession) server.session(), CarbonCondition.IDENTITY_REQUIRED);
        assertRefused(((SparkSession) server.session()).newSession(), CarbonCondition.IDENTITY_REQUIRED);

        // Spark itself would make this one: the key says alice, and no request of hers ever came.
        SparkSession claimed = SparkConnectService.getOrCreateIsolatedSession("alice", newSession(), Option.empty())
                .session();
        assertRefused(claimed, CarbonCondition.IDENTITY_REQUIRED);
    }

    @Test
    void T7_a_written_handle_leads_nowhere_and_can_be_neither_set_nor_unset() {
        SparkSession stranger = ((SparkSession) server.session()).newSession();
        for (String handle : new String[] {"alice", "", "00000000-0000-0000-0000-000000000000"}) {
            stranger.sessionState().conf().setConfString(HANDLE, handle);
            assertRefused(stranger, CarbonCondition.IDENTITY_REQUIRED);
        }
        assertThatThrownBy(() -> stranger.conf().set(HANDLE, "x")).hasMessageContaining("CANNOT_MODIFY_STATIC_CONFIG");
        assertThatThrownBy(() -> stranger.conf().unset(HANDLE)).hasMessageContaining("CANNOT_MODIFY_STATIC_CONFIG");
    }

    @Test
    void T7_a_session_survives_the_loss_of_its_handle() {
        SparkSession session = sessionOf("alice");
        identities().require(session);
        session.sessionState().conf().clear();

        assertThat(identities().require(session).caller().name()).isEqualTo("alice");
    }

    @Test
    void a_later_request_refreshes_the_token_of_its_session() {
        String session = newSession();
        String first = server.issuer().token("alice");
        String second = server.issuer()
                .token(
                        "alice",
                        claims -> claims.expirationTime(Date.from(Instant.now().plusSeconds(1200))));
        run(server.with(first), select(session, "SELECT 1"));
        SparkSession opened = SparkConnectService.getOrCreateIsolatedSession("alice", session, Option.empty())
                .session();
        assertThat(identities().require(opened).token()).isEqualTo(first);

        run(server.with(second), select(session, "SELECT 1"));
        assertThat(identities().require(opened).token()).isEqualTo(second);
    }

    @Test
    void T38_one_principal_opens_a_bounded_number_of_sessions_and_others_go_on() {
        var hoarder = server.with(server.issuer().token("hoarder"));
        int opened = 0;
        String refusedWith = "";
        while (refusedWith.isEmpty() && opened < 1_000) {
            try {
                hoarder.config(RawCalls.config(newSession(), RawCalls.getting("spark.sql.session.timeZone")));
                opened++;
            } catch (org.sparkproject.connect.grpc.StatusRuntimeException refusal) {
                refusedWith = RawCalls.told(refusal).errorClass();
            }
        }

        assertThat(refusedWith).isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(opened).isBetween(100, 500);
        assertThat(run(server.with(server.issuer().token("bob")), select(newSession(), "SELECT 1")))
                .isNotEmpty();
    }

    @Test
    void T38_copies_of_a_session_count_whether_or_not_their_client_names_them() {
        var copier = server.with(server.issuer().token("copier"));
        String session = newSession();
        run(copier, select(session, "SELECT 1"));
        CloneSessionRequest unnamed = CloneSessionRequest.newBuilder()
                .setSessionId(session)
                .setUserContext(RawCalls.claiming("admin"))
                .build();
        String copy = copier.cloneSession(unnamed).getNewSessionId();

        assertThat(run(copier, select(copy, "SELECT 1"))).isNotEmpty();
        int copies = 1;
        String refusedWith = "";
        while (refusedWith.isEmpty() && copies < 1_000) {
            try {
                copier.cloneSession(unnamed);
                copies++;
            } catch (org.sparkproject.connect.grpc.StatusRuntimeException refusal) {
                refusedWith = RawCalls.told(refusal).errorClass();
            }
        }
        assertThat(refusedWith).isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(copies).isBetween(100, 500);
    }

    private static void assertRefused(SparkSession session, CarbonCondition condition) {
        assertThatThrownBy(() -> identities().require(session))
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }
}
