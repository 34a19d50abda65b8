package io.paladio.carbon.platform.sample;

import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.function.Consumer;

/** Counts what passes by while the tables are written. */
final class TpchFacts {
    private static final long CUSTOMERS_IN_FULL = 3;

    private TpchFacts() {}

    /** Entities that are counted as they are drawn, and a word at the end. */
    private abstract static class Counted<E> implements Iterable<E> {
        private final Iterable<E> entities;

        Counted(Iterable<E> entities) {
            this.entities = entities;
        }

        abstract void count(E entity);

        abstract void end();

        @Override
        public final Iterator<E> iterator() {
            return new CountedIterator<>(entities.iterator(), this::count, this::end);
        }
    }

    private static final class CountedIterator<E> implements Iterator<E> {
        private final Iterator<E> entities;
        private final Consumer<E> count;
        private final Runnable end;

        CountedIterator(Iterator<E> entities, Consumer<E> count, Runnable end) {
            this.entities = entities;
            this.count = count;
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            boolean more = entities.hasNext();
            if (!more) {
                end.run();
            }
            return more;
        }

        @Override
        public E next() {
            E entity = entities.next();
            count.accept(entity);
            return entity;
        }
    }

    /** How many orders there are, and how many are fulfilled; what they cost in cents. */
    static final class Orders extends Counted<Order> {
        private final SampleFacts facts;
        private long all;
        private long fulfilled;
        private long fulfilledCents;

        Orders(Iterable<Order> entities, SampleFacts facts) {
            super(entities);
            this.facts = facts;
        }

        @Override
        void count(Order order) {
            all++;
            if (order.getOrderStatus() == 'F') {
                fulfilled++;
                fulfilledCents += order.getTotalPriceInCents();
            }
        }

        @Override
        void end() {
            facts.add("orders", all);
            facts.add("orders-fulfilled", fulfilled);
            facts.add("orders-fulfilled-cents", fulfilledCents);
        }
    }

    /** How many line items there are, and how many belong to an order all of whose lines are fulfilled. */
    static final class LineItems extends Counted<LineItem> {
        private final SampleFacts facts;
        private long all;
        private long fulfilled;
        private long order = -1;
        private long linesOfOrder;
        private boolean orderFulfilled = true;

        LineItems(Iterable<LineItem> entities, SampleFacts facts) {
            super(entities);
            this.facts = facts;
        }

        @Override
        void count(LineItem line) {
            if (line.getOrderKey() != order) {
                settle();
                order = line.getOrderKey();
            }
            all++;
            linesOfOrder++;
            orderFulfilled &= line.getStatus().equals("F");
        }

        private void settle() {
            fulfilled += orderFulfilled ? linesOfOrder : 0;
            linesOfOrder = 0;
            orderFulfilled = true;
        }

        @Override
        void end() {
            settle();
            facts.add("line-items", all);
            facts.add("line-items-fulfilled", fulfilled);
        }
    }

    /** The first customers as they are. */
    static final class Customers extends Counted<Customer> {
        private final SampleFacts facts;

        Customers(Iterable<Customer> entities, SampleFacts facts) {
            super(entities);
            this.facts = facts;
        }

        @Override
        void count(Customer customer) {
            if (customer.getCustomerKey() <= CUSTOMERS_IN_FULL) {
                facts.put(
                        "customer-" + customer.getCustomerKey(),
                        SampleFacts.row(
                                customer.getAddress(),
                                customer.getPhone(),
                                BigDecimal.valueOf(customer.getAccountBalanceInCents(), 2)));
            }
        }

        @Override
        void end() {}
    }
}
