package io.paladio.carbon.client;

import java.util.Map;

/**
 * One query of the demonstration.
 *
 * @param title what it shows
 * @param views by principal, what is right and why
 */
record DemoCase(String title, String sql, Map<String, View> views) {
    /** What one person must see, and by which policies. */
    record View(Expected expected, String why) {}
}
