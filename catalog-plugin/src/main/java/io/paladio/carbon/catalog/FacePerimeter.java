package io.paladio.carbon.catalog;

import java.util.List;
import java.util.Map;

/**
 * Looks for long-lived object store keys that the engine can see: with one of them around, a table could be read past the face.
 * Names what it finds, never a value. Pure and thread-safe.
 */
public final class FacePerimeter {
    private FacePerimeter() {}

    /**
     * What stands open, one name each, in a stable order; empty when nothing does.
     *
     * @param sparkConf the application's Spark configuration
     * @param hadoopConf the Hadoop configuration that the application starts with
     * @param process environment variables and system properties of the process
     */
    public static List<String> findings(
            Map<String, String> sparkConf, Map<String, String> hadoopConf, Map<String, String> process) {
        return new PerimeterSearch(sparkConf, hadoopConf, process).findings();
    }
}
