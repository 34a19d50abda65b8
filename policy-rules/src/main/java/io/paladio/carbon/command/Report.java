package io.paladio.carbon.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.check.Finding;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What a command found, for a person line by line or for a machine as one JSON object. Collects; not thread-safe. */
public final class Report {
    private record Located(String file, Finding finding) {}

    private final List<Located> findings = new ArrayList<>();
    private final List<Located> warnings = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    /** Something is the matter with a file. */
    public void find(String file, Finding finding) {
        findings.add(new Located(file, finding));
    }

    /** Something about a file may be a mistake; all holds nevertheless. */
    public void warn(String file, Finding finding) {
        warnings.add(new Located(file, finding));
    }

    /** A line that says what was done or seen. */
    public void say(String line) {
        lines.add(line);
    }

    /** The fields that a machine reads beside the findings. */
    public ObjectNode json() {
        return json;
    }

    public int exitCode() {
        return findings.isEmpty() ? Carbon.HOLDS : Carbon.FOUND;
    }

    public int findings() {
        return findings.size();
    }

    /** Writes all, warnings apart where a person reads, and gives the exit code. */
    public int write(PrintWriter out, PrintWriter err, Form form) {
        if (form == Form.JSON) {
            out.println(asJson().toPrettyString());
        } else {
            findings.forEach(found -> out.println(line(found)));
            warnings.forEach(warned -> err.println("Warning: " + line(warned)));
            lines.forEach(out::println);
        }
        out.flush();
        err.flush();
        return exitCode();
    }

    private static String line(Located located) {
        return located.file() + ": " + located.finding().path() + ": "
                + located.finding().problem();
    }

    private ObjectNode asJson() {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.put("holds", findings.isEmpty());
        whole.setAll(json);
        fill(whole.putArray("findings"), findings);
        fill(whole.putArray("warnings"), warnings);
        return whole;
    }

    private static void fill(ArrayNode array, List<Located> all) {
        all.forEach(each -> array.addObject()
                .put("file", each.file())
                .put("path", each.finding().path())
                .put("problem", each.finding().problem()));
    }

    /** For whom it is written. */
    public enum Form {
        TEXT,
        JSON
    }
}
