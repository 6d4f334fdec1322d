package org.goodtiming.scheduler.dev;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.dev.ComponentStatus.State;

/** Checks the components of a stack from another process, with the data of its state directory. */
final class StackStatus {
  private static final int LIMIT_SECONDS = 3;

  private final ProcessRecords processes;
  private final Passwords passwords;
  private final PropertyFile ports;

  StackStatus(StateDirectory state) {
    this.processes = new ProcessRecords(state.processes());
    this.passwords = new Passwords(state.passwords());
    this.ports = state.ports();
  }

  List<ComponentStatus> components() {
    return processes.expected().stream().map(this::component).toList();
  }

  private ComponentStatus component(String name) {
    return switch (name) {
      case Database.COMPONENT -> {
        var url = Database.url(port(PortName.DATABASE), Database.NAME);
        yield status(name, url, () -> connects(url));
      }
      case Broker.COMPONENT -> {
        var port = port(PortName.BROKER);
        var admin = BrokerUser.ADMIN;
        var probe =
            new StompProbe(
                BrokerTransport.plain(port), admin.user(), passwords.of(admin.passwordName()));
        yield status(name, Broker.url(port), probe::succeeds);
      }
      default -> {
        var url = ServerNode.url(port(PortName.http(name)));
        yield node(name, url);
      }
    };
  }

  /** A node may run and wait for another component. */
  private ComponentStatus node(String name, String url) {
    Optional<HealthProbe.Answer> answer = new HealthProbe(url + HealthProbe.SCHEDULER).ask();
    ComponentStatus status =
        status(name, url, () -> answer.filter(HealthProbe.Answer::ready).isPresent());
    return status.pid().isPresent() && !status.up() && answer.isPresent()
        ? new ComponentStatus(name, status.pid(), url, State.NOT_READY, answer.get().problem())
        : status;
  }

  private ComponentStatus status(String name, String address, BooleanSupplier answers) {
    Optional<Long> pid = processes.of(name).filter(OsProcess::alive).map(OsProcess::pid);
    return new ComponentStatus(name, pid, address, state(name, pid.isPresent(), answers), "");
  }

  private State state(String name, boolean lives, BooleanSupplier answers) {
    if (!lives && processes.isStoppedOnPurpose(name)) {
      return State.STOPPED;
    }
    return lives && answers.getAsBoolean() ? State.UP : State.DOWN;
  }

  private boolean connects(String url) {
    var user = DatabaseUser.READER;
    var source = Database.dataSource(url, user, passwords.of(user.role()));
    source.setLoginTimeout(LIMIT_SECONDS);
    try (var connection = source.getConnection()) {
      return connection.isValid(LIMIT_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  private int port(PortName name) {
    return ports.get(name.key()).map(Integer::parseInt).orElse(0);
  }
}
