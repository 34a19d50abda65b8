package io.paladio.carbon.spark.catalyst;

import java.util.Map;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Settings of the session that the engine holds, whatever was there before: no list lets a principal set them, and each analysis
 * sets them anew. Stateless.
 */
public final class HeldSettings {
    private static final Map<String, String> HELD = Map.of(
            // Where it finds no table, Spark would look for a class of the name's first part, whatever that is, and
            // hand it the second.
            SQLConf.RUN_SQL_ON_FILES().key(),
            "false",
            // Spark folds a constant that can't be evaluated again and again, without end, on its way to the table.
            SQLConf.DATA_SOURCE_V2_EXPR_FOLDING().key(),
            "false",
            // It puts the parts of a shuffle together by the number of those that wrote them, and so by how many files
            // were read, those of hidden rows alone included.
            SQLConf.LOCAL_SHUFFLE_READER_ENABLED().key(),
            "false");

    private HeldSettings() {}

    /** Sets them in the session at work. */
    public static void hold() {
        SQLConf session = SQLConf.get();
        HELD.forEach(session::setConfString);
        PlanningThreads.of(session).hold(session);
    }
}
