package io.paladio.carbon.spark.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one changed source file, against the classes of all others. Stateless. */
final class MutantCompiler {
    private MutantCompiler() {}

    /** What the compiler says of it; empty where it compiles. */
    static Optional<String> compile(Mutant mutant, Path folder) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Path source = folder.resolve(MutantSources.file(mutant).getFileName());
            Files.createDirectories(classes(folder));
            Files.writeString(source, MutantSources.mutated(mutant));
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-proc:none",
                    "-nowarn",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes(folder).toString());
            boolean compiled = compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            return compiled ? Optional.empty() : Optional.of(said.toString());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Where the changed classes lie. */
    static Path classes(Path folder) {
        return folder.resolve("classes");
    }
}
