package io.paladio.carbon.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quick starts side by side: each takes away what is its own, and leaves what others are found by. */
class ConnectionFileTest {
    @TempDir
    Path folder;

    private Process other;

    @BeforeEach
    void another_process_that_runs() throws IOException {
        other = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        other.destroy();
        other.waitFor(10, TimeUnit.SECONDS);
    }

    private ConnectionFile of(long pid, String connect) throws IOException {
        ConnectionFile file = new ConnectionFile(Files.createDirectories(folder.resolve("run-" + pid)));
        file.write(Map.of("connect", connect));
        return file;
    }

    private ConnectionFile ofThis(String connect) throws IOException {
        return of(ProcessHandle.current().pid(), connect);
    }

    private String shared() throws IOException {
        return Files.readString(folder.resolve("connection.json"));
    }

    @Test
    void the_later_one_gives_the_file_back_to_the_earlier_one_and_that_takes_it_away() throws IOException {
        ConnectionFile earlier = of(other.pid(), "sc://one");
        ConnectionFile later = ofThis("sc://two");
        assertThat(shared()).contains("sc://two");

        later.remove();
        assertThat(shared()).contains("sc://one");
        later.remove();
        assertThat(shared()).contains("sc://one");
        earlier.remove();
        assertThat(folder.resolve("connection.json")).doesNotExist();
    }

    @Test
    void the_earlier_one_leaves_the_file_of_the_later_one() throws IOException {
        ConnectionFile earlier = of(other.pid(), "sc://one");
        ConnectionFile later = ofThis("sc://two");

        earlier.remove();
        assertThat(shared()).contains("sc://two");
        later.remove();
        assertThat(folder.resolve("connection.json")).doesNotExist();
    }

    @Test
    void nobody_is_sent_to_a_quick_start_that_ended_without_a_word() throws Exception {
        ConnectionFile dead = of(other.pid(), "sc://one");
        assertThat(dead.own()).exists();
        stop();

        ofThis("sc://two").remove();
        assertThat(folder.resolve("connection.json")).doesNotExist();
    }

    @Test
    void of_several_that_stay_the_latest_is_the_one_to_be_found() throws IOException {
        Path eldest = of(other.pid(), "sc://eldest").own();
        Files.setLastModifiedTime(eldest, FileTime.from(Instant.now().minusSeconds(60)));
        of(ProcessHandle.current().pid(), "sc://second");
        ConnectionFile latest = new ConnectionFile(Files.createDirectories(folder.resolve("run-x")));
        latest.write(Map.of("connect", "sc://latest"));

        latest.remove();
        assertThat(shared()).contains("sc://second");
    }
}
