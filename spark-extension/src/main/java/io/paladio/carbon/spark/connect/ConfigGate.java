package io.paladio.carbon.spark.connect;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.rule.AllowList;
import io.paladio.carbon.spark.rule.ConfigKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ConfigResponse;
import org.apache.spark.connect.proto.KeyValue;

/**
 * Lets the Config call set, and read, the keys of two lists: others could change what a policy means, where a catalog points, or
 * show a secret. Stateless.
 */
final class ConfigGate {
    private static final AllowList READABLE = AllowList.shipped("readable-config-keys.txt");

    /** A request that may pass, and what its response must be checked against. */
    record Admitted(ConfigRequest request, CallState state) {}

    private ConfigGate() {}

    static boolean isReadable(String key) {
        return ConfigKeys.isSettable(key) || READABLE.allows(key);
    }

    static Admitted admit(ConfigRequest request) {
        ConfigRequest.Operation operation = request.getOperation();
        switch (operation.getOpTypeCase()) {
            case SET:
                return admitSet(request);
            case UNSET:
                requireSettable(operation.getUnset().getKeysList());
                return new Admitted(request, CallState.NONE);
            case GET:
                return readable(request, operation.getGet().getKeysList());
            case GET_OPTION:
                return readable(request, operation.getGetOption().getKeysList());
            case IS_MODIFIABLE:
                return readable(request, operation.getIsModifiable().getKeysList());
            case GET_WITH_DEFAULT:
                return readable(
                        request,
                        operation.getGetWithDefault().getPairsList().stream()
                                .map(KeyValue::getKey)
                                .toList());
            case GET_ALL:
                Optional<String> prefix = Optional.of(operation.getGetAll().getPrefix());
                return new Admitted(request, new CallState(prefix, List.of()));
            default:
                throw CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("this use of the configuration")
                        .reason("this engine doesn't know it")
                        .build();
        }
    }

    /** What a listing may show; other responses hold only keys that were checked when they were asked for. */
    static ConfigResponse filter(ConfigResponse response, CallState state) {
        ConfigResponse.Builder builder = response.toBuilder().addAllWarnings(state.warnings());
        if (state.prefix().isPresent()) {
            String prefix = state.prefix().get();
            List<KeyValue> shown = response.getPairsList().stream()
                    .filter(pair -> isReadable(prefix + pair.getKey()))
                    .toList();
            builder.clearPairs().addAllPairs(shown).clearWarnings();
        }
        return builder.build();
    }

    /** A client that applies its builder's options asks to be warned, not refused, about those that it can't have. */
    private static Admitted admitSet(ConfigRequest request) {
        ConfigRequest.Set set = request.getOperation().getSet();
        if (!set.getSilent()) {
            requireSettable(set.getPairsList().stream().map(KeyValue::getKey).toList());
            return new Admitted(request, CallState.NONE);
        }
        List<KeyValue> kept = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (KeyValue pair : set.getPairsList()) {
            if (ConfigKeys.isSettable(pair.getKey())) {
                kept.add(pair);
            } else {
                warnings.add(isProtected(pair.getKey()).getMessage());
            }
        }
        ConfigRequest.Builder admitted = request.toBuilder();
        admitted.getOperationBuilder().setSet(set.toBuilder().clearPairs().addAllPairs(kept));
        return new Admitted(admitted.build(), new CallState(Optional.empty(), warnings));
    }

    private static Admitted readable(ConfigRequest request, List<String> keys) {
        refuseFirst(keys.stream().filter(key -> !isReadable(key)));
        return new Admitted(request, CallState.NONE);
    }

    private static void requireSettable(List<String> keys) {
        refuseFirst(keys.stream().filter(key -> !ConfigKeys.isSettable(key)));
    }

    private static void refuseFirst(Stream<String> keys) {
        keys.findFirst().ifPresent(key -> {
            throw isProtected(key);
        });
    }

    private static Refusal isProtected(String key) {
        return CarbonCondition.CONFIG_PROTECTED.refusal().object(key).build();
    }
}
