package io.paladio.carbon.catalog;

import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** One Spark application for all tests of this module, over one {@link TestFace}; each test has a session of its own. */
final class FaceSession {
    private static final TestFace FACE = start();
    private static final SparkSession ROOT = SparkSession.builder()
            .master("local[1]")
            .appName("face-catalog")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.catalog.carbon", FaceCatalog.class.getName())
            .config("spark.sql.catalog.carbon.uri", FACE.uri().toString())
            .getOrCreate();

    final TestFace face = FACE;
    final TestGovernance governance = new TestGovernance();
    final SparkSession session = ROOT.newSession();

    FaceSession() {
        FACE.fault = TestFace.Fault.NONE;
        FACE.failing = method -> true;
        FACE.lenient = false;
        FACE.seen.clear();
        SessionGovernances.install(session, governance);
        SparkSession.setActiveSession(session);
    }

    /** A fresh catalog of this session, with whatever options a session might have smuggled in. */
    FaceCatalog catalog(Map<String, String> sessionOptions) {
        FaceCatalog catalog = new FaceCatalog();
        catalog.initialize("carbon", new CaseInsensitiveStringMap(sessionOptions));
        return catalog;
    }

    FaceCatalog catalog() {
        return catalog(Map.of());
    }

    private static TestFace start() {
        try {
            return new TestFace();
        } catch (IOException failed) {
            throw new ExceptionInInitializerError(failed);
        }
    }
}
