package io.paladio.carbon.suite.load;

/** Who reads: one of the principals of the load, each in one group. */
record Reader(String name, int group) {
    static final int GROUPS = 4;

    static Reader number(int number) {
        return new Reader("p" + number, number % GROUPS);
    }

    String groupName() {
        return groupName(group);
    }

    static String groupName(int group) {
        return "g" + group;
    }
}
