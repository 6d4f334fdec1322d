package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortReservationsTest {

  @TempDir Path directory;

  @Test
  void a_port_is_reserved_for_one_stack_only() {
    PortReservations first = new PortReservations(directory);
    PortReservations second = new PortReservations(directory);

    assertThat(first.reserve(8080)).isTrue();
    assertThat(second.reserve(8080)).isFalse();
    assertThat(second.reserve(8081)).isTrue();
  }

  @Test
  void a_stack_may_ask_for_its_port_again() {
    PortReservations stack = new PortReservations(directory);

    assertThat(stack.reserve(8080)).isTrue();
    assertThat(stack.reserve(8080)).isTrue();
  }

  @Test
  void a_released_port_is_there_for_other_stacks() {
    PortReservations first = new PortReservations(directory);
    PortReservations second = new PortReservations(directory);

    first.reserve(8080);
    first.release(8080);
    assertThat(second.reserve(8080)).isTrue();
  }

  @Test
  void a_reservation_ends_with_its_process() throws Exception {
    try (FileChannel ended =
        FileChannel.open(
            directory.resolve("8080"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = ended.lock();
      assertThat(new PortReservations(directory).reserve(8080)).isFalse();
      lock.release();
    }
    assertThat(new PortReservations(directory).reserve(8080)).isTrue();
  }
}
