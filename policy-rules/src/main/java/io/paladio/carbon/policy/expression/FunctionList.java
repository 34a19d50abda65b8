package io.paladio.carbon.policy.expression;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The published functions by their names in SQL, and how many arguments each takes. What is not listed does not exist. */
final class FunctionList {
    private static final int ANY = Integer.MAX_VALUE;

    private record Arity(int least, int most) {}

    private static final Arity NONE = new Arity(0, 0);
    private static final Arity ONE = new Arity(1, 1);
    private static final Arity TWO = new Arity(2, 2);
    private static final Arity THREE = new Arity(3, 3);

    private static final Map<String, Arity> ARITIES = Map.ofEntries(
            Map.entry("current_principal", NONE),
            Map.entry("is_member", ONE),
            Map.entry("session_attribute", ONE),
            Map.entry("if", THREE),
            Map.entry("coalesce", new Arity(1, ANY)),
            Map.entry("try_add", TWO),
            Map.entry("try_subtract", TWO),
            Map.entry("try_multiply", TWO),
            Map.entry("try_divide", TWO),
            Map.entry("try_mod", TWO),
            Map.entry("lower", ONE),
            Map.entry("upper", ONE),
            Map.entry("trim", ONE),
            Map.entry("ltrim", ONE),
            Map.entry("rtrim", ONE),
            Map.entry("length", ONE),
            Map.entry("concat", new Arity(2, ANY)),
            Map.entry("substring", new Arity(2, 3)),
            Map.entry("left", TWO),
            Map.entry("right", TWO),
            Map.entry("replace", THREE),
            Map.entry("startswith", TWO),
            Map.entry("endswith", TWO),
            Map.entry("contains", TWO),
            Map.entry("year", ONE),
            Map.entry("month", ONE),
            Map.entry("day", ONE),
            Map.entry("date_trunc", TWO),
            Map.entry("sha256", ONE),
            Map.entry("sha2", TWO));

    private FunctionList() {}

    /** The call, if it is one of the list; a context function's argument must be a string as it stands. */
    static Syntax.Call checked(Syntax.Call call) throws ExpressionFault {
        Arity arity = Optional.ofNullable(ARITIES.get(call.function()))
                .orElseThrow(() -> new ExpressionFault(call.position(), unknown(call.function())));
        int count = call.arguments().size();
        if (count < arity.least() || count > arity.most()) {
            throw new ExpressionFault(
                    call.position(), call.function() + " does not take " + count + " arguments; " + expected(arity));
        }
        if (List.of("is_member", "session_attribute").contains(call.function())) {
            constantText(call);
        }
        return call;
    }

    /** The argument of a context function. */
    static String constantText(Syntax.Call call) throws ExpressionFault {
        if (call.arguments().get(0) instanceof Syntax.Constant constant
                && constant.literal().value().orElse(0) instanceof String text) {
            return text;
        }
        throw new ExpressionFault(
                call.position(), call.function() + " takes one constant string: " + call.function() + "('…').");
    }

    private static String unknown(String function) {
        return "The function " + ExpressionFault.shown(function)
                + " is not on the published list. Use one that is: a user-defined function never is.";
    }

    private static String expected(Arity arity) {
        if (arity.least() == arity.most()) {
            return "it takes " + arity.least() + ".";
        }
        return "it takes " + arity.least() + (arity.most() == ANY ? " or more." : " or " + arity.most() + ".");
    }
}
