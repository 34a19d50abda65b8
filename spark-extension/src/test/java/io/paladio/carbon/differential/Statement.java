package io.paladio.carbon.differential;

/** A query and the settings that it runs under. */
record Statement(Query query, Modes modes) {
    Statement with(Tree smaller) {
        return new Statement(query.with(smaller), modes);
    }
}
