package io.paladio.carbon.lineage;

import java.io.IOException;

/** Decision records as JSON lines in a file. */
final class DecisionFile implements Delivery {
    private final JsonLines file;

    DecisionFile(JsonLines file) {
        this.file = file;
    }

    @Override
    public void deliver(StatementRecord statement) throws IOException {
        file.write(DecisionJson.of(statement));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
