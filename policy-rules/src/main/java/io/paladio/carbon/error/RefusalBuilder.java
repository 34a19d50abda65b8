package io.paladio.carbon.error;

import java.util.LinkedHashMap;
import java.util.Map;

/** Collects what a refusal names. Not thread-safe. */
public final class RefusalBuilder {
    private final CarbonCondition condition;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private String sentence;
    private String remedy;

    RefusalBuilder(CarbonCondition condition) {
        this.condition = condition;
        this.sentence = condition.template();
        this.remedy = condition.remedy();
    }

    /** The securable, statement, configuration key or function that is refused. */
    public RefusalBuilder object(String object) {
        parameters.put("object", MessageText.quoted(object));
        return this;
    }

    /** Who asked. */
    public RefusalBuilder principal(String principal) {
        parameters.put("principal", MessageText.quoted(principal));
        return this;
    }

    /** Who asked, unless that was said. */
    public RefusalBuilder askedBy(String principal) {
        parameters.putIfAbsent("principal", MessageText.quoted(principal));
        return this;
    }

    /** The id of the policy that refuses. */
    public RefusalBuilder policy(String policy) {
        parameters.put("policy", MessageText.quoted(policy));
        return this;
    }

    /** Why, as the rest of a sentence without its full stop. Must not hold data, literals, locations or secrets. */
    public RefusalBuilder reason(String reason) {
        parameters.put("reason", MessageText.plain(reason));
        return this;
    }

    /** What happened, where it fits better than the condition's own words; may hold the same names. */
    public RefusalBuilder sentence(String template) {
        this.sentence = template;
        return this;
    }

    /** A way out that fits better than the condition's own, as a whole sentence. */
    public RefusalBuilder remedy(String sentence) {
        this.remedy = sentence;
        return this;
    }

    /** The finished refusal; a name that the template needs and that was not given reads as "unknown". */
    public Refusal build() {
        String message = "[" + condition.errorClass() + "] "
                + MessageText.fill(sentence, parameters) + " "
                + MessageText.fill(remedy, parameters)
                + " SQLSTATE: " + condition.sqlState();
        return new Refusal(condition, message, parameters);
    }
}
