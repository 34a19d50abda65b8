package io.paladio.carbon.spark.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.spark.procedures.SparkProcedures;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** The lists against Spark itself: a new version that brings something makes a test red before it makes a hole. */
class VocabularyTest {
    private static final AllowList EXPRESSIONS = AllowList.shipped("expressions.txt");
    private static final DeniedList DENIED = DeniedList.shipped("denied.txt");
    private static final DeniedList FUNCTIONS = DeniedList.shipped("functions-denied.txt");

    @Test
    void every_built_in_function_is_allowed_or_denied_with_a_reason() {
        List<String> undecided = new ArrayList<>();
        for (FunctionIdentifier name :
                CollectionConverters.asJava(FunctionRegistry.builtin().listFunction())) {
            ExpressionInfo info =
                    FunctionRegistry.builtin().lookupFunction(name).get();
            boolean decided = FUNCTIONS.condition(name.funcName()).isPresent()
                    || EXPRESSIONS.allows(info.getClassName())
                    || DENIED.condition(info.getClassName()).isPresent()
                    || isFolded(info.getClassName());
            if (!decided) {
                undecided.add(name.funcName() + " " + info.getClassName());
            }
        }

        assertThat(undecided).isEmpty();
    }

    /** Replaced by the principal's name before the lists are asked. */
    private static boolean isFolded(String className) {
        return className.equals("org.apache.spark.sql.catalyst.expressions.CurrentUser")
                || className.endsWith("ExpressionBuilder")
                || className.endsWith("Builder");
    }

    @Test
    void every_built_in_table_function_is_allowed_or_denied() {
        AllowList allowed = AllowList.shipped("table-functions.txt");
        Set<String> undecided = new TreeSet<>();
        for (FunctionIdentifier name :
                CollectionConverters.asJava(TableFunctionRegistry.builtin().listFunction())) {
            if (!allowed.allows(name.funcName())
                    && FUNCTIONS.condition(name.funcName()).isEmpty()) {
                undecided.add(name.funcName());
            }
        }

        assertThat(undecided).isEmpty();
    }

    @Test
    void T17_every_procedure_of_icebergs_is_allowed_or_denied_with_a_reason() {
        Set<String> allowed = AllowList.shipped("procedures.txt").names();
        Set<String> denied = DeniedList.shipped("procedures-denied.txt").names();
        Set<String> decided = new TreeSet<>(allowed);
        decided.addAll(denied);

        assertThat(decided).containsExactlyInAnyOrderElementsOf(SparkProcedures.names());
        assertThat(allowed).doesNotContainAnyElementsOf(denied);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nodes.txt", "commands.txt", "expressions.txt", "file-expressions.txt", "place-expressions.txt"})
    void a_list_names_classes_that_there_are(String list) throws ClassNotFoundException {
        for (String name : AllowList.shipped(list).names()) {
            assertThat(Class.forName(name, false, getClass().getClassLoader())).isNotNull();
        }
    }

    @Test
    void no_class_is_both_allowed_and_denied() {
        for (String name : DENIED.names()) {
            assertThat(AllowList.shipped("nodes.txt").allows(name)
                            || AllowList.shipped("commands.txt").allows(name)
                            || EXPRESSIONS.allows(name))
                    .as(name)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark.sql.extensions", "spark.sql.optimizer.excludedRules",
                        "spark.sql.adaptive.optimizer.excludedRules",
                "spark.sql.analyzer.singlePassResolver.enabled", "spark.sql.catalog.x", "spark.sql.defaultCatalog",
                "spark.sql.runSQLOnFiles", "spark.sql.legacy.storeAnalyzedPlanForView", "spark.carbon.index.source",
                "spark.sql.SHUFFLE.partitions", "spark.connect.session.planCache.enabled", ""
            })
    void T3_T4_T5_no_session_sets_what_a_policy_depends_on(String key) {
        assertThat(ConfigKeys.isSettable(key)).isFalse();
    }
}
