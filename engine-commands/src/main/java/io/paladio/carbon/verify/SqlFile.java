package io.paladio.carbon.verify;

import io.paladio.carbon.command.Impossible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of statements.
 *
 * @param name as it was given
 */
record SqlFile(String name, List<Statement> statements) {
    SqlFile {
        statements = List.copyOf(statements);
    }

    /**
     * All files.
     *
     * @throws Impossible if one can't be read, or holds a statement that is no query: that would be run on the table itself
     */
    static List<SqlFile> all(List<Path> files) throws Impossible {
        List<SqlFile> all = new ArrayList<>();
        for (Path file : files) {
            SqlFile read = new SqlFile(file.toString(), Statement.all(text(file)));
            for (Statement statement : read.statements()) {
                if (!statement.isQuery()) {
                    throw new Impossible(file + ": line " + statement.line()
                            + ": this is no query. Only what answers rows and changes nothing is run.");
                }
            }
            all.add(read);
        }
        return List.copyOf(all);
    }

    private static String text(Path file) throws Impossible {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new Impossible("The file " + file + " can't be read as text. Name one that can.");
        }
    }
}
