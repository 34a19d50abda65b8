package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.spool.Priority;
import io.paladio.carbon.lineage.spool.SpoolRecord;
import java.util.List;

/** Makes of one statement the records that are kept for it. Called by one thread; its failure costs one statement's records. */
interface Rendering {
    /** The records, in their order: as many for every statement. */
    List<SpoolRecord> of(StatementRecord statement) throws Exception;

    /** How many records a statement makes. */
    int each();

    /** The decision record, in JSON. */
    static Rendering decision() {
        return new Rendering() {
            @Override
            public List<SpoolRecord> of(StatementRecord statement) {
                long key = statement.decisionId().getLeastSignificantBits();
                return List.of(new SpoolRecord(Priority.HIGH, key, DecisionJson.of(statement)));
            }

            @Override
            public int each() {
                return 1;
            }
        };
    }

    /** START, that goes first where there is no room, and how the run ended, which repeats all that START says. */
    static Rendering run(LineageSettings settings) {
        RunEvents events = new RunEvents(settings);
        return new Rendering() {
            @Override
            public List<SpoolRecord> of(StatementRecord statement) throws Exception {
                long key = statement.runId().getLeastSignificantBits();
                List<String> both = events.of(statement);
                return List.of(
                        new SpoolRecord(Priority.LOW, key, both.get(0)),
                        new SpoolRecord(Priority.HIGH, key, both.get(1)));
            }

            @Override
            public int each() {
                return 2;
            }
        };
    }
}
