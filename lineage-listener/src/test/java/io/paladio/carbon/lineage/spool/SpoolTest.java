package io.paladio.carbon.lineage.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SpoolTest {
    private static final long ROOMY = 1L << 20;

    @TempDir
    private Path parent;

    private Path folder = Path.of("");

    @BeforeEach
    void name() {
        folder = parent.resolve("a").resolve("spool");
    }

    @Test
    void records_come_back_in_their_order_whatever_their_priority_and_wait_until_they_are_delivered() throws Exception {
        try (Spool spool = Spool.open(folder, ROOMY)) {
            append(spool, 0, 10);
            assertThat(next(spool, 3)).containsExactly("0", "1", "2");
            assertThat(next(spool, 100)).containsExactlyElementsOf(texts(0, 10));

            spool.delivered(spool.next(4, Duration.ZERO));
            append(spool, 10, 12);
            assertThat(next(spool, 100)).containsExactlyElementsOf(texts(4, 12));
            assertThat(spool.counts().waiting()).isEqualTo(8);
        }
    }

    @Test
    void another_process_goes_on_where_the_last_one_ended() throws Exception {
        try (Spool spool = Spool.open(folder, ROOMY)) {
            append(spool, 0, 10);
            spool.delivered(spool.next(4, Duration.ZERO));
        }
        try (Spool spool = Spool.open(folder, ROOMY)) {
            assertThat(spool.counts().waiting()).isEqualTo(6);
            append(spool, 10, 12);
            assertThat(drained(spool)).containsExactlyElementsOf(texts(4, 12));
        }
        try (Spool spool = Spool.open(folder, ROOMY)) {
            assertThat(spool.counts().waiting()).isZero();
            append(spool, 12, 13);
            assertThat(drained(spool)).containsExactly("12");
        }
    }

    @Test
    void what_is_delivered_is_taken_off_the_disk() throws Exception {
        try (Spool spool = Spool.open(folder, 32 * 100)) {
            append(spool, 0, 40);
            assertThat(segments()).hasSizeGreaterThan(10);
            drained(spool);
            append(spool, 40, 42);
            assertThat(segments()).hasSizeLessThanOrEqualTo(4);
            assertThat(spool.counts())
                    .extracting(SpoolCounts::dropped, SpoolCounts::damaged)
                    .containsExactly(0L, 0L);
        }
    }

    @Test
    void where_there_is_no_room_the_oldest_of_low_priority_go_and_those_of_high_priority_stay() throws Exception {
        try (Spool spool = Spool.open(folder, 1500)) {
            append(spool, 0, 60);
            List<String> left = drained(spool);

            assertThat(left)
                    .containsAll(odd(0, 60))
                    .doesNotContain("0", "2", "4")
                    .contains("58")
                    .doesNotHaveDuplicates();
            assertThat(left.stream().map(Integer::parseInt).toList()).isSorted();
            assertThat(spool.counts().dropped()).isEqualTo(60 - left.size());
            assertThat(spool.counts().damaged()).isZero();
        }
    }

    @Test
    void where_none_of_low_priority_is_left_the_oldest_go_and_the_bound_is_kept() throws Exception {
        try (Spool spool = Spool.open(folder, 2000)) {
            for (int record = 0; record < 200; record++) {
                spool.append(new SpoolRecord(Priority.HIGH, record, text(record)));
                assertThat(spool.counts().bytes()).isLessThanOrEqualTo(2000);
            }
            assertThat(sizeOnDisk()).isLessThanOrEqualTo(2000);
            List<String> left = drained(spool);
            assertThat(left)
                    .contains("199")
                    .doesNotContain("0")
                    .containsExactlyElementsOf(texts(200 - left.size(), 200));
            assertThat(spool.counts().dropped()).isEqualTo(200 - left.size());
        }
    }

    @Test
    void a_record_that_was_given_up_while_it_was_sent_is_not_counted_as_lost() throws Exception {
        try (Spool spool = Spool.open(folder, 2000)) {
            append(spool, 0, 1);
            List<SpoolEntry> sending = spool.next(1, Duration.ZERO);
            append(spool, 1, 100);
            long dropped = spool.counts().dropped();
            spool.delivered(sending);
            assertThat(spool.counts().dropped()).isEqualTo(dropped - 1);
        }
    }

    @Test
    void a_record_that_no_spool_holds_is_counted() throws Exception {
        try (Spool spool = Spool.open(folder, 1000)) {
            append(spool, 0, 2);
            spool.append(new SpoolRecord(Priority.HIGH, 0, "x".repeat(1000)));
            assertThat(drained(spool)).containsExactly("0", "1");
            assertThat(spool.counts().dropped()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 12, 20, 28, 36, 44})
    void a_corrupted_record_costs_itself_alone(int byteOfFrame) throws Exception {
        int frame = Frame.HEADER + 1;
        fill(10);
        Path file = onlySegment();
        byte[] whole = Files.readAllBytes(file);
        whole[4 * frame + byteOfFrame] ^= 0x41;
        Files.write(file, whole);

        try (Spool spool = Spool.open(folder, ROOMY)) {
            List<String> expected = new ArrayList<>(texts(0, 10));
            expected.remove(4);
            assertThat(drained(spool)).containsExactlyElementsOf(expected);
            assertThat(spool.counts().damaged()).isEqualTo(1);
            assertThat(spool.counts().waiting()).isZero();
        }
    }

    @Test
    void records_that_were_cut_out_or_overwritten_are_counted_each() throws Exception {
        int frame = Frame.HEADER + 1;
        fill(10);
        Path file = onlySegment();
        byte[] whole = Files.readAllBytes(file);
        byte[] cut = new byte[whole.length - 3 * frame];
        System.arraycopy(whole, 0, cut, 0, 2 * frame);
        System.arraycopy(whole, 5 * frame, cut, 2 * frame, whole.length - 5 * frame);
        cut[4 * frame + 3] ^= 1;
        Files.write(file, cut);

        try (Spool spool = Spool.open(folder, ROOMY)) {
            assertThat(drained(spool)).containsExactly("0", "1", "5", "6", "8", "9");
            assertThat(spool.counts().damaged()).isEqualTo(4);
        }
    }

    @Test
    void a_last_record_that_was_cut_off_is_counted_and_the_next_ones_are_whole() throws Exception {
        fill(10);
        Path file = onlySegment();
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 5));

        try (Spool spool = Spool.open(folder, ROOMY)) {
            spool.append(new SpoolRecord(Priority.HIGH, 10, text(10)));
            List<String> expected = new ArrayList<>(texts(0, 11));
            expected.remove(9);
            assertThat(drained(spool)).containsExactlyElementsOf(expected);
            assertThat(spool.counts().damaged()).isEqualTo(1);
        }
    }

    @Test
    void a_file_of_nothing_but_rubbish_and_one_that_is_gone_cost_what_they_held() throws Exception {
        try (Spool spool = Spool.open(folder, 32 * 100)) {
            for (int record = 0; record < 10; record++) {
                spool.append(new SpoolRecord(Priority.HIGH, record, text(record)));
            }
        }
        List<Path> files = segments();
        Files.write(files.get(1), new byte[500]);
        Files.delete(files.get(3));

        try (Spool spool = Spool.open(folder, 32 * 100)) {
            assertThat(drained(spool)).containsExactly("0", "1", "4", "5", "8", "9");
            assertThat(spool.counts().damaged()).isEqualTo(4);
        }
    }

    @Test
    void where_it_is_not_known_what_was_delivered_everything_is_sent_again() throws Exception {
        try (Spool spool = Spool.open(folder, ROOMY)) {
            append(spool, 0, 4);
            spool.delivered(spool.next(2, Duration.ZERO));
        }
        Files.write(folder.resolve("delivered"), new byte[] {1, 2, 3});
        try (Spool spool = Spool.open(folder, ROOMY)) {
            assertThat(drained(spool)).containsExactly("0", "1", "2", "3");
        }
    }

    @Test
    void one_has_the_folder_at_a_time() throws Exception {
        try (Spool first = Spool.open(folder, ROOMY)) {
            append(first, 0, 1);
            assertThatThrownBy(() -> Spool.open(folder, ROOMY)).isInstanceOf(SpoolInUse.class);
        }
        Spool.open(folder, ROOMY).close();
    }

    @Test
    void the_folder_is_its_owner_s_alone() throws Exception {
        Spool.open(folder, ROOMY).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void a_disk_that_fails_is_told_of_and_costs_nothing_that_was_written() throws Exception {
        try (Spool spool = Spool.open(folder, 32 * 100)) {
            append(spool, 0, 6);
            drained(spool);
            Path away = Files.move(folder, parent.resolve("away"));
            assertThatThrownBy(() -> append(spool, 6, 20)).isInstanceOf(IOException.class);

            Files.move(away, folder);
            append(spool, 100, 102);
            assertThat(drained(spool)).endsWith("100", "101").doesNotHaveDuplicates();
            assertThat(spool.counts().damaged()).isZero();
        }
    }

    @Test
    void health_is_told_how_long_the_oldest_has_waited() throws Exception {
        Instant before = Instant.now().minusMillis(1);
        try (Spool spool = Spool.open(folder, ROOMY)) {
            assertThat(spool.counts().oldest()).isEmpty();
            append(spool, 0, 2);
            assertThat(spool.counts().oldest())
                    .hasValueSatisfying(oldest -> assertThat(oldest).isBetween(before, Instant.now()));
        }
        try (Spool spool = Spool.open(folder, ROOMY)) {
            assertThat(spool.counts().oldest())
                    .hasValueSatisfying(oldest -> assertThat(oldest).isBetween(before, Instant.now()));
            drained(spool);
            assertThat(spool.counts().oldest()).isEmpty();
        }
    }

    @Test
    void whoever_waits_for_a_record_gets_the_first_that_comes() throws Exception {
        try (Spool spool = Spool.open(folder, ROOMY)) {
            List<String> got = new ArrayList<>();
            Thread reader = new Thread(() -> {
                try {
                    got.add(spool.next(1, Duration.ofSeconds(30))
                            .get(0)
                            .record()
                            .text());
                } catch (InterruptedException impossible) {
                    got.add("interrupted");
                }
            });
            reader.start();
            append(spool, 0, 1);
            reader.join();
            assertThat(got).containsExactly("0");
        }
    }

    /** Even numbers are of low priority. */
    private static void append(Spool spool, int from, int to) throws IOException {
        for (int record = from; record < to; record++) {
            spool.append(new SpoolRecord(record % 2 == 0 ? Priority.LOW : Priority.HIGH, record, text(record)));
        }
        spool.sync();
    }

    private void fill(int records) throws IOException {
        try (Spool spool = Spool.open(folder, ROOMY)) {
            for (int record = 0; record < records; record++) {
                spool.append(new SpoolRecord(Priority.HIGH, record, text(record)));
            }
        }
    }

    private static String text(int record) {
        return Integer.toString(record);
    }

    private static List<String> next(Spool spool, int most) throws InterruptedException {
        return spool.next(most, Duration.ZERO).stream()
                .map(entry -> entry.record().text())
                .toList();
    }

    private static List<String> drained(Spool spool) throws Exception {
        List<String> all = new ArrayList<>();
        for (List<SpoolEntry> next = spool.next(3, Duration.ZERO);
                !next.isEmpty();
                next = spool.next(3, Duration.ZERO)) {
            next.forEach(entry -> all.add(entry.record().text()));
            spool.delivered(next);
        }
        return all;
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private static List<String> odd(int from, int to) {
        return IntStream.range(from, to)
                .filter(number -> number % 2 == 1)
                .mapToObj(Integer::toString)
                .toList();
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".spool"))
                    .sorted()
                    .toList();
        }
    }

    private Path onlySegment() throws IOException {
        assertThat(segments()).hasSize(1);
        return segments().get(0);
    }

    private long sizeOnDisk() throws IOException {
        long size = 0;
        for (Path file : segments()) {
            size += Files.size(file);
        }
        return size;
    }
}
