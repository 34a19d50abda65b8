package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.OwedTags;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.spark.CarbonRuntime;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one statement's rows owe, recorded in Index. Refuses where that is in doubt. Used by one thread. */
final class IndexedTags implements OwedTags {
    private static final Logger LOG = LoggerFactory.getLogger(IndexedTags.class);

    private final SparkSession session;
    private final Obligations owed;

    IndexedTags(SparkSession session, Obligations owed) {
        this.session = session;
        this.owed = owed;
    }

    @Override
    public void record() {
        Recording recording = recorded();
        if (recording != Recording.IN_FORCE) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object(owed.table().toString())
                            .reason(reason(recording))
                            .remedy("Nothing was committed; ask a steward of Index."));
        }
    }

    @Override
    public void withdraw() {
        try {
            CarbonRuntime.require().policies().withdraw(owed);
        } catch (RuntimeException kept) {
            LOG.warn("What rows of {} owe that were not added was not taken back", owed.table());
        }
    }

    private Recording recorded() {
        try {
            return CarbonRuntime.require().policies().record(owed);
        } catch (Refusal refusal) {
            throw Refusals.refuse(session, unavailable(refusal.parameters().getOrDefault("reason", "it failed")));
        } catch (SparkRefusal refusal) {
            throw refusal;
        } catch (RuntimeException fault) {
            // Never the fault's message: it may quote a document.
            LOG.warn("Index was not told what rows owe: {}", fault.getClass().getName());
            throw Refusals.refuse(session, unavailable("it failed"));
        }
    }

    private static RefusalBuilder unavailable(String reason) {
        return CarbonCondition.INDEX_UNAVAILABLE
                .refusal()
                .reason(reason)
                .remedy("Nothing was committed; try again in a moment.");
    }

    private static String reason(Recording recording) {
        return recording == Recording.SECOND_VALUE
                ? "a column would have a second value of a tag that it has, with what its new values come from"
                : "its rows come from tagged columns, and Index has no place where that can be recorded";
    }
}
