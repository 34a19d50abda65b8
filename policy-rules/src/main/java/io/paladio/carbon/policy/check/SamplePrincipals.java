package io.paladio.carbon.policy.check;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.expression.ParsedExpression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Principals that stand for all, as far as an expression tells them apart: by the groups, attributes and texts that it names. */
final class SamplePrincipals {
    static final Principal NOBODY = new Principal("nobody in particular", Set.of(), Map.of());

    private static final int MOST = 2_000;

    private SamplePrincipals() {}

    /** Empty where they are too many. */
    static Optional<List<Principal>> of(ParsedExpression parsed) {
        List<String> texts = new ArrayList<>(parsed.texts());
        List<Principal> principals = List.of(NOBODY);
        for (String group : parsed.groups()) {
            principals = inAndOutOf(group, principals);
        }
        for (String attribute : parsed.attributes()) {
            principals = withAndWithout(attribute, texts, principals);
            if (principals.size() > MOST) {
                return Optional.empty();
            }
        }
        List<Principal> named = new ArrayList<>(principals);
        for (String name : texts) {
            principals.forEach(each -> named.add(new Principal(name, each.groups(), each.attributes())));
        }
        return named.size() > MOST ? Optional.empty() : Optional.of(named);
    }

    private static List<Principal> inAndOutOf(String group, List<Principal> principals) {
        List<Principal> both = new ArrayList<>(principals);
        for (Principal principal : principals) {
            if (both.size() > MOST) {
                break;
            }
            Set<String> groups = new HashSet<>(principal.groups());
            groups.add(group);
            both.add(new Principal(principal.name(), groups, principal.attributes()));
        }
        return both;
    }

    /** Without the attribute, with each text of the expression, and with one that it does not hold. */
    private static List<Principal> withAndWithout(String attribute, List<String> texts, List<Principal> principals) {
        List<String> values = new ArrayList<>(texts);
        values.add("some other value");
        List<Principal> all = new ArrayList<>(principals);
        for (Principal principal : principals) {
            for (String value : values) {
                Map<String, String> attributes = new HashMap<>(principal.attributes());
                attributes.put(attribute, value);
                all.add(new Principal(principal.name(), principal.groups(), attributes));
            }
        }
        return all;
    }
}
