package io.paladio.carbon.command;

import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.file.FilePolicySource;
import io.paladio.carbon.index.http.HttpPolicySource;
import io.paladio.carbon.index.http.TokenFile;
import io.paladio.carbon.index.jdbc.IndexHistory;
import io.paladio.carbon.index.jdbc.JdbcPolicySource;
import io.paladio.carbon.index.jdbc.PasswordFile;
import io.paladio.carbon.index.jdbc.PolicyStore;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** How a command reaches Index. Secrets come from files, never from the command line. */
public final class IndexLogin {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String NO_INDEX =
            "--index is neither an address nor a folder. Write jdbc:postgresql://…, https://… or a folder.";
    private static final String JDBC = "jdbc:postgresql:";

    @Option(
            names = "--index",
            paramLabel = "URL",
            description = "jdbc:postgresql://…, http(s)://… or a folder. Default: CARBON_INDEX_JDBC_URL,"
                    + " CARBON_INDEX_HTTP_URI or CARBON_INDEX_FILE_PATH.")
    private Optional<String> index = Optional.empty();

    @Option(names = "--user", description = "The login in Postgres. Default: CARBON_INDEX_JDBC_USER.")
    private Optional<String> user = Optional.empty();

    @Option(names = "--password-file", description = "The file with its password. Default: CARBON_INDEX_PASSWORD_FILE.")
    private Optional<Path> passwordFile = Optional.empty();

    @Option(
            names = "--token-file",
            description = "The file with the bearer token of Index behind HTTP. Default: CARBON_INDEX_HTTP_TOKEN_FILE.")
    private Optional<Path> tokenFile = Optional.empty();

    private final Map<String, String> environment = System.getenv();

    /** Whether it is said where Index is, by option or by the environment. */
    public boolean isNamed() {
        return named().isPresent();
    }

    /** Index as the engine asks it. */
    public PolicySource source() throws Impossible {
        String place = place();
        if (place.startsWith(JDBC)) {
            return new JdbcPolicySource(place, user(), password(), TIMEOUT);
        }
        try {
            return place.startsWith("http:") || place.startsWith("https:")
                    ? new HttpPolicySource(new URI(place), token(), TIMEOUT)
                    : new FilePolicySource(folder(place), TIMEOUT);
        } catch (URISyntaxException fault) {
            throw new Impossible("--index is no address. Write https://host/path.");
        }
    }

    private static Path folder(String place) throws Impossible {
        try {
            Path folder = Path.of(place);
            if (Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException noPath) {
            throw new Impossible(NO_INDEX);
        }
        throw new Impossible(NO_INDEX);
    }

    private Optional<Supplier<String>> token() {
        return tokenFile
                .or(() -> variable("CARBON_INDEX_HTTP_TOKEN_FILE").map(Path::of))
                .map(TokenFile::new);
    }

    /** Index as it is written to. */
    PolicyStore store() throws Impossible {
        String place = place();
        if (!place.startsWith(JDBC)) {
            throw new Impossible("Policies are applied to Postgres alone. Write --index jdbc:postgresql://…");
        }
        return new PolicyStore(place, user(), password());
    }

    /** What Index knows of the past; empty where it is not in Postgres. */
    Optional<IndexHistory> history() throws Impossible {
        String place = place();
        return place.startsWith(JDBC) ? Optional.of(new IndexHistory(place, user(), password())) : Optional.empty();
    }

    private String place() throws Impossible {
        return named().orElseThrow(() -> new Impossible("It is not said where Index is. Write --index URL."));
    }

    private Optional<String> named() {
        return index.or(() -> variable("CARBON_INDEX_JDBC_URL"))
                .or(() -> variable("CARBON_INDEX_HTTP_URI"))
                .or(() -> variable("CARBON_INDEX_FILE_PATH"));
    }

    private String user() throws Impossible {
        return user.or(() -> variable("CARBON_INDEX_JDBC_USER"))
                .orElseThrow(() -> new Impossible("It is not said who asks. Write --user NAME."));
    }

    private Supplier<String> password() {
        return passwordFile
                .or(() -> variable("CARBON_INDEX_PASSWORD_FILE").map(Path::of))
                .<Supplier<String>>map(PasswordFile::new)
                .orElse(() -> "");
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
