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
    private final List<String> lines = new ArrayList<>();
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    /** Something is the matter with a file. */
    public void find(String file, Finding finding) {
        findings.add(new Located(file, finding));
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

    /** Writes all and gives the exit code. */
    public int write(PrintWriter out, Form form) {
        if (form == Form.JSON) {
            out.println(asJson().toPrettyString());
        } else {
            findings.forEach(found -> out.println(found.file() + ": "
                    + found.finding().path() + ": " + found.finding().problem()));
            lines.forEach(out::println);
        }
        out.flush();
        return exitCode();
    }

    private ObjectNode asJson() {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.put("holds", findings.isEmpty());
        whole.setAll(json);
        ArrayNode all = whole.putArray("findings");
        findings.forEach(found -> all.addObject()
                .put("file", found.file())
                .put("path", found.finding().path())
                .put("problem", found.finding().problem()));
        return whole;
    }

    /** For whom it is written. */
    public enum Form {
        TEXT,
        JSON
    }
}
