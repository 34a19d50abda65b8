package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * SQL as a tree, so that what fails can be made smaller. Immutable.
 *
 * @param sort what may stand here: trees of one sort may take each other's place
 * @param parts texts and trees
 */
record Tree(String sort, List<Object> parts) {
    static final String OPTIONAL = "?";

    Tree {
        parts = List.copyOf(parts);
    }

    static Tree of(String sort, Object... parts) {
        return new Tree(sort, List.of(parts));
    }

    /** Something that may as well be left out. */
    static Tree optional(Object... parts) {
        return new Tree(OPTIONAL, List.of(parts));
    }

    static Tree joined(String sort, String separator, List<Tree> trees) {
        List<Object> parts = new ArrayList<>();
        for (Tree tree : trees) {
            if (!parts.isEmpty()) {
                parts.add(separator);
            }
            parts.add(tree);
        }
        return new Tree(sort, parts);
    }

    String sql() {
        StringBuilder sql = new StringBuilder();
        write(sql);
        return sql.toString();
    }

    private void write(StringBuilder sql) {
        for (Object part : parts) {
            if (part instanceof Tree tree) {
                tree.write(sql);
            } else {
                sql.append(part);
            }
        }
    }

    /** Every tree that is this one with one part left out, or replaced by a part of its own. The boldest come first. */
    List<Tree> smaller() {
        List<Tree> smaller = new ArrayList<>(inPlace());
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Tree child) {
                for (Tree less : child.smaller()) {
                    smaller.add(with(i, less));
                }
            }
        }
        return smaller;
    }

    private List<Tree> inPlace() {
        List<Tree> instead = new ArrayList<>();
        if (sort.equals(OPTIONAL) && !parts.isEmpty()) {
            instead.add(new Tree(sort, List.of()));
        }
        collect(this, instead);
        if (sort.startsWith(Sorts.VALUE) && !sql().startsWith("CAST(NULL")) {
            instead.add(Tree.of(sort, "CAST(NULL AS " + sort.substring(Sorts.VALUE.length()) + ")"));
        }
        return instead;
    }

    private void collect(Tree within, List<Tree> alike) {
        for (Object part : within.parts()) {
            if (part instanceof Tree child) {
                if (child.sort().equals(sort)) {
                    alike.add(child);
                } else {
                    collect(child, alike);
                }
            }
        }
    }

    private Tree with(int index, Tree other) {
        List<Object> changed = new ArrayList<>(parts);
        changed.set(index, other);
        return new Tree(sort, changed);
    }
}
