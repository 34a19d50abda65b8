package io.paladio.carbon.suite.build;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The direction of dependencies and the laws of the house that a compiler can't hold. */
final class HouseRulesTest {
    private static final String CATALYST = "io.paladio.carbon.spark.catalyst..";
    private static final String VERIFY = "io.paladio.carbon.verify..";
    private static final String FACE_CHECK = "io.paladio.carbon.facecheck..";
    /** What a SparkConf answers in: no collection, and no more Scala than a record. */
    private static final DescribedPredicate<JavaClass> PAIRS =
            describe("scala.Tuple2", type -> type.getName().equals("scala.Tuple2"));

    /** Tells of a start that fails, whatever logging does. */
    private static final DescribedPredicate<JavaClass> START_UP_FAULT =
            describe("StartUpFault", type -> type.getName().equals("io.paladio.carbon.spark.StartUpFault"));

    private static final String ENTRY = "io.paladio.carbon.spark.CarbonSparkExtensions";

    /** Rows that Spark's public connector interfaces name in their signatures, and what such rows are made of. */
    private static final List<String> ROWS = List.of(
            "org.apache.spark.sql.catalyst.InternalRow",
            "org.apache.spark.sql.catalyst.expressions.GenericInternalRow",
            "org.apache.spark.sql.catalyst.expressions.SpecializedGetters",
            "org.apache.spark.sql.catalyst.util.ArrayBasedMapData",
            "org.apache.spark.sql.catalyst.util.ArrayData",
            "org.apache.spark.sql.catalyst.util.GenericArrayData");

    /** Rows, and exceptions that Spark's public connector interfaces name in their signatures. */
    private static final DescribedPredicate<JavaClass> PARTS_OF_THE_CONNECTOR_API = describe(
            "parts of the connector API",
            type -> ROWS.contains(type.getBaseComponentType().getName())
                    || (type.getPackageName().equals("org.apache.spark.sql.catalyst.analysis")
                            && type.getSimpleName().endsWith("Exception")));

    private static JavaClasses ours = new ClassFileImporter().importPaths(List.of());

    @BeforeAll
    static void read_the_classes_of_the_shipped_modules() {
        ours = new ClassFileImporter().importPaths(BuildOutput.classFolders());
        assertThat(ours).hasSizeGreaterThan(20);
    }

    @Test
    void policy_rules_know_no_engine() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.paladio.carbon.policy..",
                        "io.paladio.carbon.index..",
                        "io.paladio.carbon.error..",
                        "io.paladio.carbon.command..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache..",
                        "scala..",
                        "io.paladio.carbon.catalog..",
                        "io.paladio.carbon.spark..",
                        VERIFY,
                        FACE_CHECK)
                .check(ours);
    }

    @Test
    void who_verifies_an_engine_is_its_client_and_shares_nothing_with_it() {
        noClasses()
                .that()
                .resideInAPackage(VERIFY)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.paladio.carbon.catalog..",
                        "io.paladio.carbon.lineage..",
                        "io.paladio.carbon.spark..",
                        "org.apache.spark.sql.catalyst..",
                        "org.apache.iceberg..")
                .check(ours);
    }

    /** What a face must do is written down once more, and not taken from whoever relies on it. */
    @Test
    void who_checks_a_face_knows_http_alone() {
        noClasses()
                .that()
                .resideInAPackage(FACE_CHECK)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache..",
                        "scala..",
                        "io.paladio.carbon.catalog..",
                        "io.paladio.carbon.lineage..",
                        "io.paladio.carbon.spark..")
                .check(ours);
    }

    @Test
    void the_catalog_knows_the_connector_api_and_not_catalyst() {
        noClasses()
                .that()
                .resideInAPackage("io.paladio.carbon.catalog..")
                .should()
                .dependOnClassesThat(are(resideInAnyPackage("org.apache.spark.sql.catalyst..", "scala.."))
                        .and(DescribedPredicate.not(PARTS_OF_THE_CONNECTOR_API))
                        .and(DescribedPredicate.not(PAIRS)))
                .check(ours);
    }

    @Test
    void catalog_and_lineage_do_not_know_each_other_nor_the_extension() {
        noClasses()
                .that()
                .resideInAPackage("io.paladio.carbon.catalog..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.paladio.carbon.lineage..", "io.paladio.carbon.spark..")
                .check(ours);
        noClasses()
                .that()
                .resideInAPackage("io.paladio.carbon.lineage..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.paladio.carbon.catalog..", "io.paladio.carbon.spark..")
                .check(ours);
    }

    @Test
    void scala_is_spoken_in_one_package() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CATALYST, VERIFY)
                .and()
                .doNotHaveFullyQualifiedName(ENTRY)
                .should()
                .dependOnClassesThat(are(resideInAnyPackage("scala..")).and(DescribedPredicate.not(PAIRS)))
                .orShould()
                .accessFieldWhere(describe(
                        "the field is MODULE$",
                        (JavaAccess<?> access) -> access.getTarget().getName().equals("MODULE$")))
                .check(ours);
    }

    /** Spark's client gives lists and maps of a row as Scala's collections, and takes no others. */
    @Test
    void who_verifies_an_engine_speaks_scala_of_rows_alone() {
        noClasses()
                .that()
                .resideInAPackage(VERIFY)
                .should()
                .dependOnClassesThat(are(resideInAnyPackage("scala.."))
                        .and(DescribedPredicate.not(resideInAnyPackage("scala.collection..", "scala.jdk.javaapi.."))))
                .check(ours);
    }

    @Test
    void classes_are_final_or_abstract() {
        classes()
                .that()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .and()
                .areNotAnonymousClasses()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .orShould()
                .haveModifier(JavaModifier.ABSTRACT)
                .check(ours);
    }

    @Test
    void logging_goes_through_slf4j_and_nothing_prints() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(ours);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(ours.that(DescribedPredicate.not(START_UP_FAULT)));
    }

    @Test
    void no_file_outgrows_a_reader() {
        for (var folder : BuildOutput.sourceFolders()) {
            for (var file : BuildOutput.javaFiles(folder)) {
                assertThat(BuildOutput.text(file).lines().count())
                        .as(folder.relativize(file).toString())
                        .isLessThanOrEqualTo(400);
            }
        }
    }
}
