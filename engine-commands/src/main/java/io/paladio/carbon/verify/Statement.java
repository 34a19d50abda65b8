package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One statement of a file. Immutable. */
final class Statement {
    private static final Set<String> BEGIN_QUERIES = Set.of("SELECT", "VALUES", "TABLE", "(");
    private static final Set<String> MAY_BEGIN_QUERIES = Set.of("WITH", "FROM");

    private final String file;
    private final List<Token> tokens;

    private Statement(String file, List<Token> tokens) {
        this.file = file;
        this.tokens = List.copyOf(tokens);
    }

    /** A statement can't be run over a copy of the table. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String why) {
            super(why, null, false, false);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }

    /** All statements of a file, each ended by a semicolon or by the end. */
    static List<Statement> all(String file) {
        List<Statement> statements = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        for (Token token : Lexer.tokens(file)) {
            if (!token.is(";")) {
                tokens.add(token);
            } else if (!tokens.isEmpty()) {
                statements.add(new Statement(file, tokens));
                tokens.clear();
            }
        }
        if (!tokens.isEmpty()) {
            statements.add(new Statement(file, tokens));
        }
        return List.copyOf(statements);
    }

    /** The line on which it begins, counted from one. */
    int line() {
        return 1
                + (int) file.substring(0, first().start())
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    String sql() {
        return file.substring(first().start(), last().end());
    }

    /** Whether it can do nothing but answer rows. */
    boolean isQuery() {
        String word = first().text().toUpperCase(Locale.ROOT);
        boolean isPlain = first().kind() != Token.Kind.NAME && BEGIN_QUERIES.contains(word);
        return isPlain || (first().kind() == Token.Kind.WORD && MAY_BEGIN_QUERIES.contains(word) && !writes());
    }

    /** {@code WITH … INSERT INTO} and its kin: each at no depth, since queries lie in brackets. */
    private boolean writes() {
        List<Token> outer = outermost();
        boolean sets = outer.stream().anyMatch(token -> token.is("SET"));
        for (int i = 0; i + 1 < outer.size(); i++) {
            Token word = outer.get(i);
            Token next = outer.get(i + 1);
            if (word.is("INSERT") && (next.is("INTO") || next.is("OVERWRITE"))
                    || word.is("MERGE") && next.is("INTO")
                    || word.is("DELETE") && next.is("FROM")
                    || word.is("UPDATE") && sets) {
                return true;
            }
        }
        return false;
    }

    /** Whether the order of its rows is part of what it asks for. */
    boolean isOrdered() {
        List<Token> outer = outermost();
        boolean ordered = false;
        for (int i = 0; i + 1 < outer.size(); i++) {
            ordered |= outer.get(i).is("ORDER") && outer.get(i + 1).is("BY");
            // After a pipe, what was in order may no longer be.
            if (outer.get(i).is("|") && outer.get(i + 1).is(">")) {
                return false;
            }
        }
        return ordered;
    }

    private List<Token> outermost() {
        List<Token> outer = new ArrayList<>();
        int depth = 0;
        for (Token token : tokens) {
            depth -= token.is(")") ? 1 : 0;
            if (depth == 0) {
                outer.add(token);
            }
            depth += token.is("(") ? 1 : 0;
        }
        return outer;
    }

    /**
     * The same statement with the last part of the table's name in the place of the whole.
     *
     * @throws Unfit if that would be another statement
     */
    String overCopyOf(Securable table) throws Unfit {
        StringBuilder sql = new StringBuilder();
        int copied = first().start();
        int replaced = 0;
        for (int i = 0; i < tokens.size(); i++) {
            List<Token> name = nameAt(i);
            if (isTable(name, table)) {
                sql.append(file, copied, name.get(0).start())
                        .append(quoted(table.path().get(2)));
                copied = name.get(2).end();
                replaced++;
            } else if (name.size() > 1 && name.get(0).names(table.path().get(0))) {
                throw new Unfit("it names something else of the catalog than the table");
            }
        }
        if (replaced == 0) {
            throw new Unfit("it does not name the table as catalog.schema.table");
        }
        if (givesAway(table.path().get(2))) {
            throw new Unfit("it gives the table's own name to a common table");
        }
        return sql.append(file, copied, last().end()).toString();
    }

    /** The dotted name that begins with this token; empty where none begins. */
    private List<Token> nameAt(int index) {
        List<Token> name = new ArrayList<>();
        if (!tokens.get(index).isName() || (index > 0 && tokens.get(index - 1).is("."))) {
            return name;
        }
        name.add(tokens.get(index));
        for (int i = index + 1; i + 1 < tokens.size(); i += 2) {
            if (!tokens.get(i).is(".") || !tokens.get(i + 1).isName()) {
                break;
            }
            name.add(tokens.get(i + 1));
        }
        return name;
    }

    /** As the catalog lists it: under another spelling an engine finds no table. */
    private static boolean isTable(List<Token> name, Securable table) {
        if (name.size() < 3) {
            return false;
        }
        for (int part = 0; part < 3; part++) {
            if (!name.get(part).text().equals(table.path().get(part))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a WITH defines something of this name, which would stand before a view of that name. */
    private boolean givesAway(String name) {
        for (int i = 1; i + 2 < tokens.size(); i++) {
            Token before = tokens.get(i - 1);
            boolean isBegun = before.is("WITH") || before.is("RECURSIVE") || before.is(",");
            boolean isDefined = tokens.get(i + 1).is("(")
                    || (tokens.get(i + 1).is("AS") && tokens.get(i + 2).is("("));
            if (isBegun && isDefined && tokens.get(i).names(name)) {
                return true;
            }
        }
        return false;
    }

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private Token first() {
        return tokens.get(0);
    }

    private Token last() {
        return tokens.get(tokens.size() - 1);
    }
}
