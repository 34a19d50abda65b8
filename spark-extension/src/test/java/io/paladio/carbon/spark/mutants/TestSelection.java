package io.paladio.carbon.spark.mutants;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Tests by name: {@code spark.OracleTest}, {@code spark.OracleTest#method}. Stateless. */
final class TestSelection {
    private static final String PACKAGE = "io.paladio.carbon.";

    private TestSelection() {}

    /** What JUnit looks for; fails where there is no such test. */
    static List<? extends DiscoverySelector> of(String test) {
        String[] parts = test.split("#", 2);
        Class<?> type = type(parts[0]);
        if (parts.length == 1) {
            return List.of(DiscoverySelectors.selectClass(type));
        }
        List<Method> methods = Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(method -> method.getName().equals(parts[1]) && method.getAnnotations().length > 0)
                .toList();
        // Parameters of a test may come from a method of its name.
        if (methods.stream().noneMatch(TestSelection::isTest)) {
            throw new IllegalArgumentException("there is no test " + test);
        }
        return methods.stream()
                .filter(TestSelection::isTest)
                .map(method -> DiscoverySelectors.selectMethod(type, method))
                .toList();
    }

    private static boolean isTest(Method method) {
        return Arrays.stream(method.getAnnotations())
                .anyMatch(annotation ->
                        annotation.annotationType().getSimpleName().endsWith("Test"));
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(PACKAGE + name, false, TestSelection.class.getClassLoader());
        } catch (ClassNotFoundException absent) {
            throw new IllegalArgumentException("there is no test class " + name, absent);
        }
    }
}
