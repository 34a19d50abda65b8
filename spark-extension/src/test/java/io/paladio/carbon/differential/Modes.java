package io.paladio.carbon.differential;

import java.util.LinkedHashMap;
import java.util.Map;

/** The settings that a statement runs under, on both sides the same. Most are those that cost little. */
record Modes(boolean ansi, boolean adaptive, boolean compiled, int partitions, String timeZone) {
    static Modes drawn(Dice dice) {
        return new Modes(
                dice.percent(60),
                dice.percent(30),
                dice.percent(10),
                dice.one(1, 1, 1, 3),
                dice.one("UTC", "UTC", "America/New_York", "Asia/Kolkata"));
    }

    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spark.sql.ansi.enabled", String.valueOf(ansi));
        settings.put("spark.sql.adaptive.enabled", String.valueOf(adaptive));
        settings.put("spark.sql.shuffle.partitions", String.valueOf(partitions));
        settings.put("spark.sql.codegen.wholeStage", String.valueOf(compiled));
        settings.put("spark.sql.codegen.factoryMode", compiled ? "FALLBACK" : "NO_CODEGEN");
        settings.put("spark.sql.session.timeZone", timeZone);
        return settings;
    }
}
