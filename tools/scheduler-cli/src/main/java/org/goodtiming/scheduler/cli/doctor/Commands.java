package org.goodtiming.scheduler.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Commands to the servers that the doctor was asked to examine.
 *
 * @param connection options that lead to the same node
 * @param brokerHome directory of the broker's instance; null if it was not given, because the
 *     broker may run on another machine
 */
public record Commands(List<String> connection, @Nullable Path brokerHome) {

  /** Commands for a broker whose directory is unknown. */
  public static final Commands ANY_BROKER = new Commands(List.of(), null);

  /** A command of goodtiming that asks a node. */
  Cure node(String... words) {
    List<String> command = new ArrayList<>(List.of("goodtiming"));
    command.addAll(List.of(words));
    command.addAll(connection);
    return Cure.by(List.of(command));
  }

  /** Ends a transaction in doubt as the evidence tells. */
  Cure resolve(String gtrid) {
    return node("in-doubt", "resolve", gtrid)
        .with(
            "if the answer says that there is no evidence, decide: --force commit or rollback, with --reason");
  }

  /** Makes the broker's configuration what nodes need. */
  Cure installBroker(String... options) {
    return Cure.by(
        Stream.concat(
                Stream.of("goodtiming", "install", "broker", "--home", home()), Stream.of(options))
            .toArray(String[]::new));
  }

  /**
   * The same, and creates its queues: the broker creates those of its configuration when the file
   * is new.
   */
  Cure installQueues(String... options) {
    List<List<String>> commands = new ArrayList<>(installBroker(options).commands());
    commands.add(List.of("touch", home() + "/etc/broker.xml"));
    return Cure.by(commands);
  }

  /** Creates a worker queue at the broker. */
  public Cure createQueue(String name) {
    return installQueues("--worker-queue", name);
  }

  private String home() {
    return brokerHome == null ? "BROKER_HOME" : brokerHome.toString();
  }
}
