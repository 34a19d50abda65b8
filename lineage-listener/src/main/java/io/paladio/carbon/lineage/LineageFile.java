package io.paladio.carbon.lineage;

import java.io.IOException;

/** OpenLineage events as JSON lines in a file: a statement's two events in one write. */
final class LineageFile implements Delivery {
    private final JsonLines file;
    private final RunEvents events;

    LineageFile(JsonLines file, LineageSettings settings) {
        this.file = file;
        this.events = new RunEvents(settings);
    }

    @Override
    public void deliver(StatementRecord statement) throws IOException {
        file.write(events.of(statement).toArray(String[]::new));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
