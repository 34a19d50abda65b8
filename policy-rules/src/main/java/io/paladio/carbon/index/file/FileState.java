package io.paladio.carbon.index.file;

import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.FaultyDocument.Standing;
import io.paladio.carbon.index.JsonObject;
import io.paladio.carbon.index.MalformedJson;
import java.util.Optional;

/**
 * What a file means: as it stands or, where it is at fault, as it last was whole (S22). Immutable.
 *
 * @param meaning empty where there is no such file
 * @param fault of what stands there now, where the meaning is an earlier one
 */
record FileState<T>(Optional<T> meaning, Optional<FaultyDocument> fault) {
    /** What a file's object means. */
    interface Meaning<T> {
        T of(JsonObject file) throws MalformedJson;
    }

    FileState(Optional<T> meaning) {
        this(meaning, Optional.empty());
    }

    /**
     * Reads a file of the folder.
     *
     * @throws MalformedJson where it is missing, or at fault and was never whole
     */
    static <T> FileState<T> read(
            FolderContents contents, String name, Meaning<T> meaning, Optional<FileState<T>> before)
            throws MalformedJson {
        Optional<String> text = contents.texts().getOrDefault(name, Optional.empty());
        if (!contents.texts().containsKey(name)) {
            throw new MalformedJson(name + " is missing");
        }
        try {
            String json = text.orElseThrow(() -> new MalformedJson("it can't be read as text"));
            return new FileState<>(Optional.of(meaning.of(JsonObject.parse(json))));
        } catch (MalformedJson fault) {
            Optional<T> earlier = before.flatMap(FileState::meaning);
            if (earlier.isEmpty()) {
                throw new MalformedJson(name + " is malformed, " + fault.problem());
            }
            return new FileState<>(
                    earlier, Optional.of(new FaultyDocument(name, fault.problem(), Standing.EARLIER_STATE)));
        }
    }
}
