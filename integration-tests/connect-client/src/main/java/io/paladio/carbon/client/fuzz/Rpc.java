package io.paladio.carbon.client.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.spark.connect.proto.AddArtifactsRequest;
import org.apache.spark.connect.proto.AnalyzePlanRequest;
import org.apache.spark.connect.proto.ArtifactStatusesRequest;
import org.apache.spark.connect.proto.CloneSessionRequest;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.FetchErrorDetailsRequest;
import org.apache.spark.connect.proto.InterruptRequest;
import org.apache.spark.connect.proto.ReattachExecuteRequest;
import org.apache.spark.connect.proto.ReleaseExecuteRequest;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.sparkproject.com.google.protobuf.Descriptors.Descriptor;
import org.sparkproject.io.grpc.MethodDescriptor;

/** The calls of the service, each with the type of its requests; sent and received as bytes that nobody has looked at. */
enum Rpc {
    EXECUTE_PLAN("ExecutePlan", ExecutePlanRequest.getDescriptor()),
    ANALYZE_PLAN("AnalyzePlan", AnalyzePlanRequest.getDescriptor()),
    CONFIG("Config", ConfigRequest.getDescriptor()),
    ADD_ARTIFACTS("AddArtifacts", AddArtifactsRequest.getDescriptor()),
    ARTIFACT_STATUS("ArtifactStatus", ArtifactStatusesRequest.getDescriptor()),
    INTERRUPT("Interrupt", InterruptRequest.getDescriptor()),
    REATTACH_EXECUTE("ReattachExecute", ReattachExecuteRequest.getDescriptor()),
    RELEASE_EXECUTE("ReleaseExecute", ReleaseExecuteRequest.getDescriptor()),
    RELEASE_SESSION("ReleaseSession", ReleaseSessionRequest.getDescriptor()),
    FETCH_ERROR_DETAILS("FetchErrorDetails", FetchErrorDetailsRequest.getDescriptor()),
    CLONE_SESSION("CloneSession", CloneSessionRequest.getDescriptor());

    private final Descriptor request;
    private final MethodDescriptor<byte[], byte[]> method;

    Rpc(String name, Descriptor request) {
        this.request = request;
        this.method = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                .setFullMethodName("spark.connect.SparkConnectService/" + name)
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    Descriptor request() {
        return request;
    }

    MethodDescriptor<byte[], byte[]> method() {
        return method;
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }
}
