package io.paladio.carbon.spark.connect;

import io.paladio.carbon.spark.CarbonSparkExtensions;
import io.paladio.carbon.spark.CarbonSparkPlugin;
import io.paladio.carbon.spark.identity.TestIssuer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.sparkproject.connect.grpc.ManagedChannel;
import org.sparkproject.connect.grpc.Metadata;
import org.sparkproject.connect.grpc.netty.NettyChannelBuilder;
import org.sparkproject.connect.grpc.stub.MetadataUtils;
import scala.Option;

/** A Spark Connect server in this JVM with the whole activation, and raw clients of it. One at a time. */
public final class GovernedConnect implements AutoCloseable {
    private final TestIssuer issuer;
    private final SparkSession session;
    private final ManagedChannel channel;

    private GovernedConnect(TestIssuer issuer, SparkSession session) {
        this.issuer = issuer;
        this.session = session;
        this.channel = NettyChannelBuilder.forAddress("127.0.0.1", port())
                .usePlaintext()
                .build();
    }

    public static GovernedConnect start(Path folder) throws IOException {
        TestIssuer issuer = new TestIssuer("connect");
        issuer.writeKeys(folder.resolve("keys.json"));
        Files.createDirectories(folder.resolve("index/policies"));
        Files.writeString(folder.resolve("index/principals.json"), "{\"principals\":{}}");
        Files.writeString(folder.resolve("index/tags.json"), "{}");
        SparkSession session = builder(folder).getOrCreate();
        SparkConnectService$.MODULE$.start(session.sparkContext());
        return new GovernedConnect(issuer, session);
    }

    private static SparkSession.Builder builder(Path folder) {
        return SparkSession.builder()
                .master("local[2]")
                .appName("governed-connect")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
                .config(
                        "spark.sql.extensions",
                        "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions,"
                                + CarbonSparkExtensions.class.getName())
                .config("spark.plugins", CarbonSparkPlugin.class.getName())
                .config("spark.connect.grpc.interceptor.classes", PrincipalInterceptor.class.getName())
                .config("spark.connect.grpc.binding.address", "127.0.0.1")
                .config("spark.connect.grpc.binding.port", "0")
                .config("spark.carbon.index.source", "file")
                .config("spark.carbon.index.file.path", folder.resolve("index").toString())
                .config("spark.carbon.identity.issuer", TestIssuer.ISSUER)
                .config("spark.carbon.identity.audience", TestIssuer.AUDIENCE)
                .config(
                        "spark.carbon.identity.jwks-file",
                        folder.resolve("keys.json").toString())
                .config("spark.carbon.decisions.sink", "none");
    }

    public int port() {
        return SparkConnectService$.MODULE$.localPort();
    }

    public TestIssuer issuer() {
        return issuer;
    }

    public SparkSession session() {
        return session;
    }

    ManagedChannel channel() {
        return channel;
    }

    /** A raw client that can send whatever it likes, with this token. */
    SparkConnectServiceBlockingStub with(String token) {
        return withHeader("authorization", "Bearer " + token);
    }

    SparkConnectServiceBlockingStub withHeader(String name, String value) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
        return SparkConnectServiceGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    SparkConnectServiceBlockingStub withoutToken() {
        return SparkConnectServiceGrpc.newBlockingStub(channel);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        SparkConnectService$.MODULE$.stop(Option.empty(), Option.empty());
        session.stop();
    }
}
