package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The options of a stack.
 *
 * @param project the root of the checkout, with {@code sql/} and {@code tools/scheduler-dev/}
 * @param state where data, logs, ports and passwords are kept
 * @param nodes how many nodes, at least one; they are called node-1, node-2 and so on
 * @param servers which server a node is
 * @param pair whether there are two brokers, of which one is active
 * @param fresh whether to forget the data of earlier runs
 * @param ports which ports to take
 * @param archives what to deploy on each node in this order; those that are not built are left out
 * @param environment further environment variables of the nodes, such as settings of the scheduler
 * @param nodeEnvironment the same for single nodes, by the node's name; it goes before the other
 * @param heapMegabytes the largest heap of a node
 * @param progress receives a line for each step
 */
public record StackOptions(
    Path project,
    Path state,
    int nodes,
    Servers servers,
    boolean pair,
    boolean fresh,
    PortWishes ports,
    List<Path> archives,
    Map<String, String> environment,
    Map<String, Map<String, String>> nodeEnvironment,
    int heapMegabytes,
    Consumer<String> progress) {

  /** The chosen ports; for an absent value, the first start chooses a free port, which is kept. */
  public record PortWishes(OptionalInt database, OptionalInt broker, OptionalInt http, int offset) {
    /** Free ports near the customary ones. */
    public static final PortWishes NONE =
        new PortWishes(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), 0);

    /**
     * Free ports that many above the customary ones, so that two stacks keep out of each other's
     * way.
     */
    public static PortWishes above(int offset) {
      return new PortWishes(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), offset);
    }
  }

  /** Which server the nodes are; those in {@code single}, by their name, are another one. */
  public record Servers(ServerType all, Map<String, ServerType> single) {
    public Servers {
      single = Map.copyOf(single);
    }

    ServerType of(String node) {
      return single.getOrDefault(node, all);
    }
  }

  public StackOptions {
    if (nodes < 1) {
      throw new IllegalArgumentException("nodes is " + nodes + " but must be at least 1");
    }
    project = project.toAbsolutePath().normalize();
    state = state.toAbsolutePath().normalize();
    archives = List.copyOf(archives);
    environment = Map.copyOf(environment);
    nodeEnvironment = Map.copyOf(nodeEnvironment);
  }

  /**
   * One node with the scheduler and the samples, its state in {@code .scheduler/} of the checkout.
   */
  public static StackOptions of(Path project) {
    return new StackOptions(
        project,
        project.resolve(".scheduler"),
        1,
        new Servers(ServerType.PAYARA, Map.of()),
        false,
        false,
        PortWishes.NONE,
        Distribution.applications(project),
        Map.of(),
        Map.of(),
        768,
        line -> {});
  }

  /** The same with another state directory. */
  public StackOptions withState(Path directory) {
    return new StackOptions(
        project,
        directory,
        nodes,
        servers,
        pair,
        fresh,
        ports,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with that many nodes. */
  public StackOptions withNodes(int count) {
    return new StackOptions(
        project,
        state,
        count,
        servers,
        pair,
        fresh,
        ports,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with that server for all nodes. */
  public StackOptions withServer(ServerType server) {
    return withServers(new Servers(server, Map.of()));
  }

  /** The same with another server for the node of that name. */
  public StackOptions withServer(String node, ServerType server) {
    var single = new HashMap<>(servers.single());
    single.put(node, server);
    return withServers(new Servers(servers.all(), single));
  }

  private StackOptions withServers(Servers others) {
    return new StackOptions(
        project,
        state,
        nodes,
        others,
        pair,
        fresh,
        ports,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with one broker, or a pair. */
  public StackOptions withPair(boolean two) {
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        two,
        fresh,
        ports,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with the data of earlier runs deleted, or kept. */
  public StackOptions withFresh(boolean forget) {
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        forget,
        ports,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with other ports. */
  public StackOptions withPorts(PortWishes wishes) {
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        fresh,
        wishes,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with other archives to deploy. */
  public StackOptions withArchives(List<Path> others) {
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        fresh,
        ports,
        others,
        environment,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with one more environment variable for the nodes. */
  public StackOptions withEnvironment(String name, String value) {
    var more = new HashMap<>(environment);
    more.put(name, value);
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        fresh,
        ports,
        archives,
        more,
        nodeEnvironment,
        heapMegabytes,
        progress);
  }

  /** The same with one more environment variable for the node of that name. */
  public StackOptions withEnvironment(String node, String name, String value) {
    var all = new HashMap<>(nodeEnvironment);
    var more = new HashMap<>(all.getOrDefault(node, Map.of()));
    more.put(name, value);
    all.put(node, Map.copyOf(more));
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        fresh,
        ports,
        archives,
        environment,
        all,
        heapMegabytes,
        progress);
  }

  /** The same with another heap for the nodes. */
  public StackOptions withHeapMegabytes(int megabytes) {
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        fresh,
        ports,
        archives,
        environment,
        nodeEnvironment,
        megabytes,
        progress);
  }

  /** The same with a receiver of progress messages. */
  public StackOptions withProgress(Consumer<String> listener) {
    return new StackOptions(
        project,
        state,
        nodes,
        servers,
        pair,
        fresh,
        ports,
        archives,
        environment,
        nodeEnvironment,
        heapMegabytes,
        listener);
  }
}
