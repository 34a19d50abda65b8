package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectOperationTest {
    private static final String ID = "0b8f3c1e-5a3d-4a58-9d6e-0c6d7d1f2a11";
    private static final String OPERATION = "SparkConnect_OperationTag_User_bob_Session_s-1_Operation_" + ID;
    private static final String OF_BOB = "SparkConnect_SessionTag_User_bob_Session_s-1_Tag_";

    @Test
    void the_operation_id_is_the_statement_id() {
        assertThat(ConnectOperation.among(List.of("spark-session-x", OPERATION)))
                .contains(new ConnectOperation(OPERATION, ID, ID));
    }

    @Test
    void what_the_door_sets_wins() {
        assertThat(ConnectOperation.among(List.of(OPERATION, OF_BOB + "nightly", OF_BOB + "carbon-statement=door-17")))
                .map(ConnectOperation::statementId)
                .contains("door-17");
    }

    @Test
    void T40_a_tag_of_another_user_or_session_says_nothing() {
        assertThat(ConnectOperation.among(List.of(
                        OPERATION,
                        "SparkConnect_SessionTag_User_dan_Session_s-1_Tag_carbon-statement=dans",
                        "SparkConnect_SessionTag_User_bob_Session_s-2_Tag_carbon-statement=others",
                        "carbon-statement=bare")))
                .map(ConnectOperation::statementId)
                .contains(ID);
    }

    @Test
    void T39_a_statement_id_of_odd_characters_or_length_is_not_taken() {
        assertThat(ConnectOperation.among(List.of(
                        OPERATION,
                        OF_BOB + "carbon-statement=",
                        OF_BOB + "carbon-statement=a b",
                        OF_BOB + "carbon-statement=a\r\nX-Other: b",
                        OF_BOB + "carbon-statement=" + "x".repeat(129))))
                .map(ConnectOperation::statementId)
                .contains(ID);
    }

    @Test
    void no_operation_tag_is_no_operation() {
        assertThat(ConnectOperation.among(List.of())).isEmpty();
        assertThat(ConnectOperation.among(List.of("", OF_BOB + "carbon-statement=x")))
                .isEmpty();
        assertThat(ConnectOperation.among(List.of("SparkConnect_OperationTag_User_bob_Session_s_Operation_short")))
                .isEmpty();
    }
}
