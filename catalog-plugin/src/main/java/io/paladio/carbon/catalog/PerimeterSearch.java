package io.paladio.carbon.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** One search of one start for keys of object stores. Not thread-safe. */
final class PerimeterSearch {
    /** A session token alone opens nothing, yet it says that somebody meant to hand over a key. */
    private static final Set<String> ENVIRONMENT = Set.of(
            "AWS_ACCESS_KEY_ID",
            "AWS_ACCESS_KEY",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SECRET_KEY",
            "AWS_SESSION_TOKEN",
            "AWS_PROFILE",
            "AWS_SHARED_CREDENTIALS_FILE",
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_ROLE_ARN",
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "AZURE_STORAGE_KEY",
            "AZURE_STORAGE_CONNECTION_STRING",
            "AZURE_STORAGE_SAS_TOKEN",
            "AZURE_CLIENT_SECRET");

    private static final Set<String> SYSTEM_PROPERTIES =
            Set.of("aws.accesskeyid", "aws.secretaccesskey", "aws.secretkey", "aws.sessiontoken", "aws.profile");

    private static final Pattern JVM_OPTION =
            Pattern.compile("-Daws\\.(accessKeyId|secretAccessKey|secretKey|sessionToken|profile)=");

    private static final Pattern HADOOP = Pattern.compile("fs\\.s3[an]?\\.(bucket\\.[^.]+(\\.[^.]+)*\\.)?"
            + "(access\\.key|secret\\.key|session\\.token|awsaccesskeyid|awssecretaccesskey|encryption\\.key|server-side-encryption\\.key)"
            + "|fs\\.gs\\.auth\\..*(private\\.key.*|keyfile|json\\.keyfile|secret|refresh\\.token)"
            + "|google\\.cloud\\.auth\\..*(keyfile|private\\.key.*)"
            + "|fs\\.azure\\.(account\\.key|sas(?!\\.expiry\\.period$)|account\\.oauth2\\.client\\.secret)(\\..*)?"
            + "|hadoop\\.security\\.credential\\.provider\\.path|fs\\.s3a\\.security\\.credential\\.provider\\.path");

    private static final Pattern CATALOG_OPTION = Pattern.compile("spark\\.sql\\.catalog\\.[^.]+\\.(.*\\.)?"
            + "(s3\\.access-key-id|s3\\.secret-access-key|s3\\.session-token|gcs\\.oauth2\\.token|adls\\.auth\\.shared-key\\..*"
            + "|adls\\.sas-token\\..*|adls\\.connection-string\\..*|client\\.credentials-provider.*|credential|token"
            + "|rest\\.auth\\.basic\\..*|.*secret-access-key|.*access-key-id)");

    private final Map<String, String> sparkConf;
    private final Map<String, String> hadoopConf;
    private final Map<String, String> process;

    PerimeterSearch(Map<String, String> sparkConf, Map<String, String> hadoopConf, Map<String, String> process) {
        this.sparkConf = sparkConf;
        this.hadoopConf = hadoopConf;
        this.process = process;
    }

    List<String> findings() {
        Set<String> found = new TreeSet<>();
        collect(found, sparkConf, this::opensInSpark);
        sparkConf.forEach((name, value) -> {
            if (name.endsWith("JavaOptions") && JVM_OPTION.matcher(value).find()) {
                found.add(name);
            }
        });
        collect(found, hadoopConf, this::opensInHadoop);
        collect(found, process, PerimeterSearch::opensInProcess);
        return List.copyOf(found);
    }

    private static void collect(Set<String> found, Map<String, String> settings, Predicate<String> opens) {
        settings.forEach((name, value) -> {
            if (!value.isBlank() && opens.test(name)) {
                found.add(name);
            }
        });
    }

    private boolean opensInSpark(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return CATALOG_OPTION.matcher(key).matches()
                || opensInHadoop(without(key, "spark.hadoop."))
                || catalogHadoopKey(key)
                || opensInEnvironment(name, "spark.executorEnv.")
                || opensInEnvironment(name, "spark.yarn.appMasterEnv.")
                || opensInEnvironment(name, "spark.kubernetes.driverEnv.");
    }

    private boolean opensInHadoop(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return HADOOP.matcher(key).matches() || SYSTEM_PROPERTIES.contains(key);
    }

    private static boolean opensInProcess(String name) {
        return ENVIRONMENT.contains(name) || SYSTEM_PROPERTIES.contains(name.toLowerCase(Locale.ROOT));
    }

    private boolean catalogHadoopKey(String key) {
        int hadoop = key.indexOf(".hadoop.");
        return key.startsWith("spark.sql.catalog.")
                && hadoop > 0
                && opensInHadoop(key.substring(hadoop + ".hadoop.".length()));
    }

    private static boolean opensInEnvironment(String name, String prefix) {
        return name.startsWith(prefix) && ENVIRONMENT.contains(name.substring(prefix.length()));
    }

    private static String without(String key, String prefix) {
        return key.startsWith(prefix) ? key.substring(prefix.length()) : key;
    }
}
