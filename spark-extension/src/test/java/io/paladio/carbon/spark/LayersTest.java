package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.ConstantsUnderPolicy;
import io.paladio.carbon.spark.catalyst.LeakproofPushdown;
import io.paladio.carbon.spark.catalyst.LocalReads;
import io.paladio.carbon.spark.catalyst.SealStrategy;
import io.paladio.carbon.spark.catalyst.ShadowPushdown;
import io.paladio.carbon.spark.rule.CheckRule;
import io.paladio.carbon.spark.rule.EarlyGate;
import io.paladio.carbon.spark.rule.Seal;
import io.paladio.carbon.spark.rule.WrapRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.Function1;
import scala.runtime.BoxedUnit;

/** T31: with any one layer taken out nothing hidden or raw comes out: a query is right, or refused. */
class LayersTest {
    private static final List<String> QUERIES = List.of(
            "SELECT id, ssn FROM carbon.hr.t",
            "SELECT count(*), max(salary) FROM carbon.hr.t",
            "SELECT a.id, b.ssn FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id",
            "SELECT id, label FROM carbon.hr.plain WHERE id IN (SELECT id FROM carbon.hr.t)",
            "SELECT id FROM carbon.hr.t WHERE id > 1",
            "SELECT id FROM carbon.hr.t WHERE id = 4 AND 1 / (id - 4) = 0");

    private static final String SHADOW = "policies/layers-shadow.json";

    enum Layer {
        GATE,
        WRAP,
        CHECK,
        CONSTANTS,
        SEAL,
        PUSHDOWN,
        LOCAL,
        COUNT
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
        TestEngine.unindex(SHADOW);
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        TestEngine.index(
                SHADOW,
                SampleTables.inShadow(SampleTables.rowFilter("pol_layers_shadow", "carbon.hr.t", "salary < 500")));
    }

    static Function1<SparkSessionExtensions, BoxedUnit> with(Set<Layer> layers) {
        return extensions -> {
            if (layers.contains(Layer.GATE)) {
                extensions.injectHintResolutionRule(CarbonSparkExtensions.governed(EarlyGate::new));
            }
            if (layers.contains(Layer.WRAP)) {
                extensions.injectPostHocResolutionRule(CarbonSparkExtensions.governed(WrapRule::new));
            }
            if (layers.contains(Layer.CHECK)) {
                extensions.injectCheckRule(
                        CarbonSparkExtensions.governed(session -> CarbonSparkExtensions.check(new CheckRule(session))));
            }
            if (layers.contains(Layer.CONSTANTS)) {
                extensions.injectPlanNormalizationRule(CarbonSparkExtensions.governed(ConstantsUnderPolicy::new));
            }
            if (layers.contains(Layer.SEAL)) {
                extensions.injectPlannerStrategy(
                        CarbonSparkExtensions.governed(session -> new SealStrategy(new Seal(session))));
            }
            if (layers.contains(Layer.PUSHDOWN)) {
                extensions.injectOptimizerRule(CarbonSparkExtensions.governed(session -> new LeakproofPushdown()));
            }
            if (layers.contains(Layer.LOCAL)) {
                extensions.injectQueryStageOptimizerRule(CarbonSparkExtensions.governed(session -> new LocalReads()));
            }
            if (layers.contains(Layer.COUNT)) {
                extensions.injectOptimizerRule(CarbonSparkExtensions.governed(session -> new ShadowPushdown()));
            }
            return BoxedUnit.UNIT;
        };
    }

    @ParameterizedTest
    @EnumSource(Layer.class)
    void T31_one_layer_less_is_right_or_refused(Layer missing) {
        SparkSession whole = TestEngine.session("bob");
        List<String> right = QUERIES.stream().map(sql -> answer(whole, sql)).toList();
        SparkSession weaker = TestEngine.session("bob", with(EnumSet.complementOf(EnumSet.of(missing))));

        for (int each = 0; each < QUERIES.size(); each++) {
            assertThat(answer(weaker, QUERIES.get(each))).as(QUERIES.get(each)).isIn(right.get(each), "refused");
        }
    }

    @ParameterizedTest
    @EnumSource(Layer.class)
    void T31_one_layer_alone_is_right_or_refused(Layer only) {
        SparkSession whole = TestEngine.session("bob");
        List<String> right = QUERIES.stream().map(sql -> answer(whole, sql)).toList();
        SparkSession weaker = TestEngine.session("bob", with(EnumSet.of(only)));

        for (int each = 0; each < QUERIES.size(); each++) {
            assertThat(answer(weaker, QUERIES.get(each))).as(QUERIES.get(each)).isIn(right.get(each), "refused");
        }
    }

    @Test
    void T31_without_the_extension_nothing_is_read() {
        SparkSession none = TestEngine.session("bob", extensions -> BoxedUnit.UNIT);

        for (String table : List.of("carbon.hr.t", "carbon.hr.plain")) {
            assertThatThrownBy(() -> none.sql("SELECT * FROM " + table).collectAsList())
                    .isInstanceOfSatisfying(
                            SparkRefusal.class,
                            refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
        }
    }

    private static String answer(SparkSession session, String sql) {
        try {
            return session.sql(sql).collectAsList().stream()
                    .map(Object::toString)
                    .sorted()
                    .toList()
                    .toString();
        } catch (Exception refused) {
            return "refused";
        }
    }
}
