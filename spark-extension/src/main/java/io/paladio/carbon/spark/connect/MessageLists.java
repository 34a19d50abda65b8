package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.CarbonConfig.CodeAllowance;
import io.paladio.carbon.spark.rule.AllowList;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which message types and fields of a request are known to be safe, and with which error class the others are refused. A name
 * that stands on neither list is refused too: the lists only decide in which words. Immutable.
 */
final class MessageLists {
    private static final AllowList ALLOWED = AllowList.shipped("connect-messages.txt");
    private static final Map<String, CarbonCondition> DENIED = denied();
    private static final Set<String> PYTHON =
            Set.of("spark.connect.CommonInlineUserDefinedFunction", "spark.connect.PythonUDF");

    private final CodeAllowance code;

    MessageLists(CodeAllowance code) {
        this.code = code;
    }

    boolean allows(String type) {
        return ALLOWED.allows(type) || (code == CodeAllowance.PYTHON && PYTHON.contains(type));
    }

    boolean denies(String field) {
        return DENIED.containsKey(field);
    }

    CarbonCondition conditionOf(String name) {
        return DENIED.getOrDefault(name, CarbonCondition.NOT_GOVERNABLE);
    }

    static Set<String> allowedNames() {
        return ALLOWED.names();
    }

    static Set<String> deniedNames() {
        return DENIED.keySet();
    }

    private static Map<String, CarbonCondition> denied() {
        return AllowList.shipped("connect-messages-denied.txt").names().stream()
                .map(line -> line.split(" ", 2))
                .collect(Collectors.toUnmodifiableMap(
                        parts -> parts[1],
                        ((Function<String[], String>) parts -> parts[0]).andThen(CarbonCondition::valueOf)));
    }
}
