package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The options of a stack; each {@code with} returns a copy. */
public final class StackOptions implements Cloneable {
  private final Path project;
  private Path state;
  private int nodes = 1;
  private Servers servers = new Servers(ServerType.PAYARA, Map.of());
  private boolean pair;
  private @Nullable StackTls tls;
  private boolean fresh;
  private PortWishes ports = PortWishes.NONE;
  private List<Path> archives;
  private Map<String, String> environment = Map.of();
  private Map<String, Map<String, String>> componentEnvironment = Map.of();
  private Consumer<String> progress = line -> {};

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

  private StackOptions(Path project) {
    this.project = project.toAbsolutePath().normalize();
    this.state = this.project.resolve(".scheduler");
    this.archives = Distribution.applications(this.project);
  }

  /**
   * One node of Payara with the scheduler and the samples, one broker, no TLS.
   *
   * @param project the root of the checkout, whose {@code .scheduler} has the state
   */
  public static StackOptions of(Path project) {
    return new StackOptions(project);
  }

  /** Where data, logs, ports and passwords are kept. */
  public StackOptions withState(Path directory) {
    return with(copy -> copy.state = directory.toAbsolutePath().normalize());
  }

  /** At least one; they are called node-1, node-2 and so on. */
  public StackOptions withNodes(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("nodes is " + count + " but must be at least 1");
    }
    return with(copy -> copy.nodes = count);
  }

  /** That server for all nodes. */
  public StackOptions withServer(ServerType server) {
    return with(copy -> copy.servers = new Servers(server, Map.of()));
  }

  /** Another server for the node of that name. */
  public StackOptions withServer(String node, ServerType server) {
    var single = new HashMap<>(servers.single());
    single.put(node, server);
    return with(copy -> copy.servers = new Servers(servers.all(), single));
  }

  /** Two brokers, of which one is active, or one. */
  public StackOptions withPair(boolean two) {
    return with(copy -> copy.pair = two);
  }

  /** Nodes, broker and database trust each other by these certificates alone. */
  public StackOptions withTls(StackTls certificates) {
    return with(copy -> copy.tls = certificates);
  }

  /** Whether to forget the data of earlier runs. */
  public StackOptions withFresh(boolean forget) {
    return with(copy -> copy.fresh = forget);
  }

  /** Which ports to take. */
  public StackOptions withPorts(PortWishes wishes) {
    return with(copy -> copy.ports = wishes);
  }

  /** What to deploy on each node in this order; those that are not built are left out. */
  public StackOptions withArchives(List<Path> others) {
    return with(copy -> copy.archives = List.copyOf(others));
  }

  /** One more environment variable for the nodes, such as a setting of the scheduler. */
  public StackOptions withEnvironment(String name, String value) {
    return with(copy -> copy.environment = more(environment, name, value));
  }

  /** One for the node of that name, which goes before those of all nodes, or for the broker. */
  public StackOptions withEnvironment(String component, String name, String value) {
    var own = more(componentEnvironment.getOrDefault(component, Map.of()), name, value);
    return with(copy -> copy.componentEnvironment = more(componentEnvironment, component, own));
  }

  /** Receives a line for each step. */
  public StackOptions withProgress(Consumer<String> listener) {
    return with(copy -> copy.progress = listener);
  }

  private StackOptions with(Consumer<StackOptions> change) {
    var copy = clone();
    change.accept(copy);
    return copy;
  }

  private static <T> Map<String, T> more(Map<String, T> some, String name, T value) {
    var all = new HashMap<>(some);
    all.put(name, value);
    return Map.copyOf(all);
  }

  @Override
  protected StackOptions clone() {
    try {
      return (StackOptions) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public Path project() {
    return project;
  }

  public Path state() {
    return state;
  }

  public int nodes() {
    return nodes;
  }

  Servers servers() {
    return servers;
  }

  public boolean pair() {
    return pair;
  }

  Optional<StackTls> tls() {
    return Optional.ofNullable(tls);
  }

  boolean fresh() {
    return fresh;
  }

  public PortWishes ports() {
    return ports;
  }

  public List<Path> archives() {
    return archives;
  }

  public Map<String, String> environment() {
    return environment;
  }

  Map<String, Map<String, String>> componentEnvironment() {
    return componentEnvironment;
  }

  public Consumer<String> progress() {
    return progress;
  }
}
