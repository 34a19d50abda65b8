package io.paladio.carbon.spark.rule;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.xbean.asm9.ClassReader;
import org.apache.xbean.asm9.Opcodes;

/** The classes of Spark and Iceberg as they lie on the class path, read without loading one. Immutable. */
final class ClassPath {
    private static final List<String> PACKAGES = List.of("org/apache/spark/", "org/apache/iceberg/spark/");

    /** Which classes extend or implement another, by that other's name. */
    private final Map<String, Set<String>> below = new HashMap<>();

    private final Set<String> concrete = new HashSet<>();

    private ClassPath() {}

    static ClassPath read() {
        ClassPath classes = new ClassPath();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (each.endsWith(".jar")) {
                classes.readJar(each);
            }
        }
        return classes;
    }

    /** All concrete classes below these, by name. */
    Set<String> below(Collection<Class<?>> roots) {
        Deque<String> open = new ArrayDeque<>();
        roots.forEach(root -> open.add(root.getName()));
        Set<String> seen = new HashSet<>(open);
        Set<String> found = new TreeSet<>();
        while (!open.isEmpty()) {
            String name = open.pop();
            if (concrete.contains(name)) {
                found.add(name);
            }
            below.getOrDefault(name, Set.of()).stream().filter(seen::add).forEach(open::add);
        }
        return found;
    }

    private void readJar(String path) {
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (entry.getName().endsWith(".class") && PACKAGES.stream().anyMatch(entry.getName()::startsWith)) {
                    try (InputStream bytes = jar.getInputStream(entry)) {
                        add(new ClassReader(bytes));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(path, unreadable);
        }
    }

    private void add(ClassReader read) {
        String name = name(read.getClassName());
        if ((read.getAccess() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
            concrete.add(name);
        }
        above(read)
                .forEach(parent ->
                        below.computeIfAbsent(parent, any -> new HashSet<>()).add(name));
    }

    private static Set<String> above(ClassReader read) {
        Set<String> above = new HashSet<>();
        for (String parent : read.getInterfaces()) {
            above.add(name(parent));
        }
        if (read.getSuperName() != null) {
            above.add(name(read.getSuperName()));
        }
        return above;
    }

    private static String name(String internal) {
        return internal.replace('/', '.');
    }
}
