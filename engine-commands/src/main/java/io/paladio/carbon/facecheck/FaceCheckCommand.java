package io.paladio.carbon.facecheck;

import io.paladio.carbon.command.FurtherCommand;
import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.command.Output;
import io.paladio.carbon.verify.Bearer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks an Iceberg REST catalog what an engine that nobody trusts would ask, and says where it gives too much, or too little. */
@Command(
        name = "face-check",
        description = "Says whether an Iceberg REST catalog does what a face must do. Changes nothing there.",
        mixinStandardHelpOptions = true)
public final class FaceCheckCommand implements FurtherCommand {
    @Option(
            names = "--uri",
            required = true,
            paramLabel = "URI",
            description = "As in spark.sql.catalog.<name>.uri: what stands before /v1.")
    private String uri = "";

    @Option(
            names = "--token-file",
            required = true,
            paramLabel = "FILE",
            description = "The file with a person's token, as the person holds it.")
    private Path tokenFile = Path.of("");

    @Option(
            names = "--engine-token-file",
            paramLabel = "FILE",
            description = "The file with the token by which the engine asks for that person; with"
                    + " --token-exchange-uri the engine's own, which is exchanged.")
    private Optional<Path> engineTokenFile = Optional.empty();

    @Option(
            names = "--token-exchange-uri",
            paramLabel = "URI",
            description = "As in spark.carbon.face.token-exchange-uri.")
    private Optional<String> exchangeUri = Optional.empty();

    @Option(
            names = "--revoked-token-file",
            paramLabel = "FILE",
            description = "The file with a token that is past, or that its issuer has revoked.")
    private Optional<Path> revokedTokenFile = Optional.empty();

    @Option(
            names = "--warehouse",
            paramLabel = "NAME",
            description = "As in spark.sql.catalog.<name>.warehouse. Default: that of --table or --policy-table.")
    private Optional<String> warehouse = Optional.empty();

    @Option(
            names = "--table",
            paramLabel = "TABLE",
            description = "[warehouse.]schema.table without a policy, that the person may read.")
    private Optional<String> table = Optional.empty();

    @Option(
            names = "--policy-table",
            paramLabel = "TABLE",
            description = "One under a policy, that the person may read by way of the engine.")
    private Optional<String> policyTable = Optional.empty();

    @Option(
            names = "--denied-table",
            paramLabel = "TABLE",
            description = "One that the person has no grant on, here or in another warehouse.")
    private Optional<String> deniedTable = Optional.empty();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws Impossible {
        Face face = new Face(address("--uri", uri));
        Subject subject = subject();
        Warehouse served = Warehouse.of(face, subject);
        Checklist checklist = new Checklist();
        checklist.run(new IdentityChecks(face, subject, served).all());
        checklist.run(new ConfigChecks(face, subject, served).all());
        checklist.run(new TableChecks(face, subject, served).all());
        checklist.run(new PolicyChecks(face, subject, served).all());
        checklist.run(new GrantChecks(face, subject, served).all());
        checklist.run(new ErrorChecks(face, subject, served).all());
        return output.write(checklist.report());
    }

    private Subject subject() throws Impossible {
        String person = Bearer.read("--token-file", tokenFile).text();
        Optional<TableName> open = table("--table", table);
        Optional<TableName> governed = table("--policy-table", policyTable);
        Optional<String> named =
                warehouse.or(() -> open.flatMap(TableName::warehouse)).or(() -> governed.flatMap(TableName::warehouse));
        return new Subject(
                person,
                engine(person),
                token("--revoked-token-file", revokedTokenFile),
                named,
                open,
                governed,
                table("--denied-table", deniedTable));
    }

    private Optional<String> engine(String person) throws Impossible {
        Optional<String> own = token("--engine-token-file", engineTokenFile);
        if (own.isEmpty() || exchangeUri.isEmpty()) {
            return own;
        }
        return Optional.of(TokenExchange.of(address("--token-exchange-uri", exchangeUri.get()), person, own.get()));
    }

    private static Optional<String> token(String option, Optional<Path> file) throws Impossible {
        return file.isEmpty()
                ? Optional.empty()
                : Optional.of(Bearer.read(option, file.get()).text());
    }

    private static Optional<TableName> table(String option, Optional<String> text) throws Impossible {
        return text.isEmpty() ? Optional.empty() : Optional.of(TableName.parse(option, text.get()));
    }

    private static URI address(String option, String text) throws Impossible {
        try {
            URI address = new URI(text.replaceAll("/+$", ""));
            boolean web = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
            if (web && address.getHost() != null && address.getUserInfo() == null && address.getQuery() == null) {
                return address;
            }
        } catch (URISyntaxException malformed) {
            // Said below, without the text.
        }
        throw new Impossible(option + " is no address. Write http://… or https://…, without a query and a password.");
    }
}
