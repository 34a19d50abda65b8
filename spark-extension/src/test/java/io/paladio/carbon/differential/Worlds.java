package io.paladio.carbon.differential;

import io.paladio.carbon.catalog.LocalCatalog;
import io.paladio.carbon.spark.TestEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;

/** Puts worlds in place, for the governed engine and for the oracle's, and takes them away again. Used by one thread. */
final class Worlds implements AutoCloseable {
    static final String SCHEMA = "d";

    private static final Namespace NAMESPACE = Namespace.of(SCHEMA);

    private final List<String> documents = new ArrayList<>();
    private final List<String> tables = new ArrayList<>();

    private final Carrier carrier;
    private final UnaryOperator<TablePolicies> told;
    private final Predicate<World> telling;

    /** The oracle is told the truth of the policies. */
    Worlds() {
        this(UnaryOperator.identity(), world -> true, Carrier.TABLES);
    }

    /** The same, with the policies elsewhere. */
    static Worlds of(Carrier carrier) {
        return new Worlds(UnaryOperator.identity(), world -> true, carrier);
    }

    /** The oracle is told something else, which must be found out: only worlds count in which that changes what it sees. */
    static Worlds told(UnaryOperator<TablePolicies> falsehood) {
        return new Worlds(
                falsehood,
                world -> world.tables().stream()
                        .anyMatch(governed -> !governed.seen()
                                .isAlike(Oracle.seen(governed.table(), falsehood.apply(governed.policies())))),
                Carrier.TABLES);
    }

    private Worlds(UnaryOperator<TablePolicies> told, Predicate<World> telling, Carrier carrier) {
        this.carrier = carrier;
        this.told = told;
        this.telling = telling;
        namespace(LocalCatalog.tables());
        namespace(OracleCatalog.tables());
        people();
    }

    /** Who there is, and the keys of masks. */
    static void people() {
        TestEngine.index(
                "principals.json",
                "{\"principals\":{\"admin\":{\"groups\":[\"auditors\"],\"attributes\":{}},"
                        + "\"bob\":{\"groups\":[\"de\"],\"attributes\":{\"region\":\"EU\"}}}}");
        TestEngine.index("tags.json", "{}");
        TestEngine.index("access.json", "{}");
        TestEngine.maskKeys(Stream.of(PolicyDocuments.KEY, PolicyDocuments.OTHER_KEY)
                .map(name -> "\"" + name + "\":\"" + base64(name) + "\"")
                .collect(Collectors.joining(",", "{", "}")));
    }

    private static String base64(String key) {
        byte[] bytes = OracleMasks.key("hmac-sha-256 " + key);
        return new String(Base64.getEncoder().encode(bytes), StandardCharsets.US_ASCII);
    }

    private static <C extends SupportsNamespaces> void namespace(C catalog) {
        if (!catalog.namespaceExists(NAMESPACE)) {
            catalog.createNamespace(NAMESPACE, Map.of());
        }
    }

    /** Whether statements over this world can find anything out. */
    boolean areTelling(World world) {
        return telling.test(world);
    }

    /** Replaces what is in place by this world. */
    void install(World world) {
        clear();
        for (World.Governed governed : world.tables()) {
            String name = governed.table().name();
            tables.add(name);
            StoredTable seen = Oracle.seen(governed.table(), told.apply(governed.policies()));
            TableWriter.write(OracleCatalog.tables(), TableIdentifier.of(NAMESPACE, name), seen);
            carrier.put(governed.table(), governed.policies()).forEach(this::attach);
        }
    }

    private void attach(String name, TablePolicies policies) {
        PolicyDocuments.of(name, policies).forEach((file, json) -> {
            TestEngine.index(file, json);
            documents.add(file);
        });
    }

    private void clear() {
        TestEngine.forget();
        documents.forEach(TestEngine::unindex);
        documents.clear();
        tables.forEach(name -> {
            Carrier.remove(name);
            OracleCatalog.tables().dropTable(TableIdentifier.of(NAMESPACE, name), true);
        });
        tables.clear();
    }

    @Override
    public void close() {
        clear();
    }
}
