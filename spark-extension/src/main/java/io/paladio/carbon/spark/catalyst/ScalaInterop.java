package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import scala.Option;
import scala.PartialFunction;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.OptionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;

/** Between Java's collections and functions and Scala's: nothing outside this package knows of Scala's. Stateless. */
final class ScalaInterop {
    private ScalaInterop() {}

    /** Asked for the parts of every node and expression of a plan: most have none. */
    static <T> List<T> list(scala.collection.Iterable<T> elements) {
        return elements.isEmpty() ? List.of() : List.copyOf(CollectionConverters.asJava(elements.toSeq()));
    }

    static <T> Seq<T> seq(List<? extends T> elements) {
        return CollectionConverters.asScala(List.<T>copyOf(elements)).toSeq();
    }

    static <T> Set<T> set(scala.collection.Set<T> elements) {
        return Set.copyOf(CollectionConverters.asJava(elements));
    }

    static <K, V> scala.collection.immutable.Map<K, V> map(Map<K, V> entries) {
        return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(entries));
    }

    static <T> IndexedSeq<T> indexedSeq(T element) {
        return CollectionConverters.asScala(List.of(element)).toIndexedSeq();
    }

    static <T> Optional<T> optional(Option<T> option) {
        return OptionConverters.toJava(option);
    }

    static <T> Option<T> option(Optional<T> optional) {
        return OptionConverters.toScala(optional);
    }

    static <A, B> scala.Function1<A, B> function(Function<A, B> function) {
        return new AbstractFunction1<>() {
            @Override
            public B apply(A argument) {
                return function.apply(argument);
            }
        };
    }

    /** Changes what the function has an answer for and leaves the rest as it is. The function is asked twice. */
    static <A, B> PartialFunction<A, B> rewriting(Function<A, Optional<B>> function) {
        return new AbstractPartialFunction<>() {
            @Override
            public boolean isDefinedAt(A argument) {
                return function.apply(argument).isPresent();
            }

            @Override
            public B apply(A argument) {
                return function.apply(argument).orElseThrow();
            }
        };
    }
}
