package io.paladio.carbon.client.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.sparkproject.org.apache.arrow.memory.RootAllocator;
import org.sparkproject.org.apache.arrow.vector.VectorSchemaRoot;
import org.sparkproject.org.apache.arrow.vector.ipc.ArrowStreamReader;

/** Decodes the Arrow batches of an answer into rows of text. */
final class ArrowRows {
    private ArrowRows() {}

    static List<List<String>> of(Iterator<ExecutePlanResponse> answers) {
        List<List<String>> rows = new ArrayList<>();
        while (answers.hasNext()) {
            ExecutePlanResponse answer = answers.next();
            if (answer.hasArrowBatch()) {
                read(answer.getArrowBatch(), rows);
            }
            if (answer.hasMetrics()) {
                rows.add(List.of("METRICS", answer.getMetrics().toString()));
            }
            if (answer.hasExecutionProgress()) {
                rows.add(List.of("PROGRESS", answer.getExecutionProgress().toString()));
            }
        }
        return rows;
    }

    private static void read(ExecutePlanResponse.ArrowBatch batch, List<List<String>> rows) {
        try (RootAllocator allocator = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(batch.getData().newInput(), allocator)) {
            while (reader.loadNextBatch()) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                for (int row = 0; row < root.getRowCount(); row++) {
                    int index = row;
                    rows.add(root.getFieldVectors().stream()
                            .map(vector -> String.valueOf(vector.getObject(index)))
                            .toList());
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
