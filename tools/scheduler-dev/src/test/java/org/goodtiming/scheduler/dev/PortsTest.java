package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {
  @TempDir private Path directory;

  private final Set<Integer> occupied = new HashSet<>();
  private final List<String> progress = new ArrayList<>();
  private PropertyFile kept;
  private Ports ports;

  @BeforeEach
  void layPorts() {
    kept = new PropertyFile(directory.resolve("ports.properties"));
    ports = new Ports(kept, port -> !occupied.contains(port), progress::add);
  }

  @Test
  void preferred_port_is_taken_when_it_is_free() {
    assertThat(ports.of(PortName.BROKER, 61_616)).isEqualTo(61_616);
  }

  @Test
  void next_free_port_is_taken_instead_of_an_occupied_one() {
    occupied.addAll(Set.of(8080, 8081));
    assertThat(ports.of(PortName.http("node-1"), 8080)).isEqualTo(8082);
  }

  @Test
  void two_nodes_never_get_the_same_port() {
    assertThat(ports.of(PortName.http("node-1"), 8080)).isEqualTo(8080);
    assertThat(ports.of(PortName.http("node-2"), 8080)).isEqualTo(8081);
  }

  @Test
  void port_stays_the_same_at_the_next_start() {
    occupied.add(61_616);
    ports.of(PortName.BROKER, 61_616);
    occupied.clear();
    assertThat(new Ports(kept, port -> true, progress::add).of(PortName.BROKER, 61_616))
        .isEqualTo(61_617);
  }

  @Test
  void kept_port_that_is_occupied_now_is_replaced_and_the_user_told() {
    ports.of(PortName.DATABASE, 15_432);
    assertThat(progress).isEmpty();

    occupied.add(15_432);
    assertThat(ports.of(PortName.DATABASE, 15_432)).isEqualTo(15_433);
    assertThat(progress)
        .containsExactly("Port 15432 of database is occupied: it is 15433 from now on");

    occupied.clear();
    assertThat(ports.of(PortName.DATABASE, 15_432)).isEqualTo(15_433);
  }

  @Test
  void wished_port_replaces_the_kept_one_from_then_on() {
    ports.of(PortName.BROKER, 61_616);
    ports.wished(PortName.BROKER, 7000);
    assertThat(ports.of(PortName.BROKER, 61_616)).isEqualTo(7000);
  }

  @Test
  void wished_port_that_is_occupied_is_refused() {
    occupied.add(9000);
    assertThatThrownBy(() -> ports.wished(PortName.http("node-1"), 9000))
        .isInstanceOf(DevStackException.class)
        .hasMessageStartingWith("DEV-0003 port 9000 of node-1.http is occupied")
        .hasMessageEndingWith("choose another with --http-port");
  }

  @Test
  void port_on_which_another_process_listens_is_not_free() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> new Ports(kept, progress::add).wished(PortName.BROKER, other.getLocalPort()))
          .hasMessageStartingWith("DEV-0003");
    }
  }
}
