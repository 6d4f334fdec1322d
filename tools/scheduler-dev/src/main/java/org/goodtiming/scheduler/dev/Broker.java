package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.BrokerPair;
import org.jspecify.annotations.Nullable;

/** The Artemis broker of a stack, or one of its pair. */
public final class Broker extends Component {
  static final String COMPONENT = "broker";

  /** The backup of a pair. */
  static final String BACKUP = "broker-backup";

  static final String HOST = "127.0.0.1";

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  private final StateDirectory state;
  private final Passwords passwords;
  private final Distribution distribution;
  private final BrokerTransport transport;
  private final @Nullable BrokerPair pair;
  private final Map<String, String> environment;

  Broker(
      StateDirectory state,
      ProcessRecords processes,
      Passwords passwords,
      Distribution distribution,
      BrokerTransport transport) {
    this(state, processes, passwords, distribution, transport, null, Map.of());
  }

  /**
   * @param pair null if it is alone
   * @param environment beside the variables that it needs
   */
  Broker(
      StateDirectory state,
      ProcessRecords processes,
      Passwords passwords,
      Distribution distribution,
      BrokerTransport transport,
      @Nullable BrokerPair pair,
      Map<String, String> environment) {
    super(pair != null && pair.backup() ? BACKUP : COMPONENT, processes);
    this.state = state;
    this.passwords = passwords;
    this.distribution = distribution;
    this.transport = transport;
    this.pair = pair;
    this.environment = environment;
  }

  /** The address it listens on. */
  public String host() {
    return HOST;
  }

  /** The port it listens on, for core, AMQP and STOMP clients alike. */
  public int port() {
    return transport.port();
  }

  /** The address for core JMS clients. */
  public String url() {
    return url(port());
  }

  /** A user who may create queues, send, receive and manage. */
  public String user() {
    return BrokerUser.ADMIN.user();
  }

  /** The password of {@link #user}. */
  public String password() {
    return password(BrokerUser.ADMIN);
  }

  /** The password of a user. */
  public String password(BrokerUser user) {
    return passwords.of(user.passwordName());
  }

  @Override
  public Path log() {
    return state.log(name());
  }

  /** Returns when it serves clients, or waits as a backup for the end of the primary. */
  @Override
  public void start() {
    configure();
    var before = new BrokerLog(log()).length();
    server().start(launch());
    new Readiness(this, START_LIMIT)
        .await(() -> active() || new BrokerLog(log()).waitsSince(before));
  }

  /** Whether it serves clients; only one broker of a pair does. */
  public boolean active() {
    return running() && new StompProbe(transport, user(), password()).succeeds();
  }

  @Override
  public void stop() {
    server().stop("TERM", STOP_LIMIT);
  }

  private void configure() {
    var etc = etc();
    FileTree.copy(distribution.brokerConfiguration(), etc);
    try {
      OwnerOnly.directory(instance().resolve("tmp"));
      PropertyFile.writePrivately(etc.resolve("users.properties"), users());
      if (pair != null) {
        var file = etc.resolve("broker.xml");
        Files.writeString(file, pair.join(Files.readString(file)));
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, etc, e);
    }
  }

  private String users() {
    return Stream.of(BrokerUser.values())
        .map(user -> user.user() + " = " + password(user) + "\n")
        .collect(Collectors.joining());
  }

  // Not with Artemis' script: it would hide the broker's process id.
  private Launch launch() {
    var home = distribution.artemis();
    var command =
        List.of(
            Launch.java(),
            "-Xms256m",
            "-Xmx768m",
            "-XX:+UseG1GC",
            "-Dlog4j2.disableJmx=true",
            "-Djava.security.auth.login.config=" + etc().resolve("login.config"),
            "-Djava.io.tmpdir=" + instance().resolve("tmp"),
            "-Dartemis.home=" + home,
            "-Dartemis.instance=" + instance(),
            "-Dartemis.instance.etc=" + etc(),
            "-Dartemis.instance.etc.uri=" + uriWithoutSlash(etc()),
            "-Ddata.dir=" + state.brokerData(),
            "-classpath",
            home.resolve("lib/artemis-boot.jar").toString(),
            "org.apache.activemq.artemis.boot.Artemis",
            "run");
    var variables = new HashMap<>(environment);
    variables.putAll(
        Map.of(
            "SCHEDULER_BROKER_BIND", host(),
            "SCHEDULER_BROKER_PORT", Integer.toString(port()),
            "SCHEDULER_BROKER_TLS", transport.acceptor(),
            "SCHEDULER_BROKER_LOG", "file",
            "SCHEDULER_BROKER_LOG_FILE", log().toString()));
    return new Launch(name(), command, instance(), console(), variables);
  }

  /** The JVM's own words are on the console. */
  @Override
  Path lastWords() {
    return newer(console(), log());
  }

  private Path console() {
    return state.log(name() + "-console");
  }

  private static String uriWithoutSlash(Path directory) {
    return directory.toUri().toString().replaceAll("/$", "");
  }

  private Path etc() {
    return instance().resolve("etc");
  }

  /** The directory of the instance, without the data, which the brokers of a pair share. */
  private Path instance() {
    return name().equals(BACKUP) ? state.broker().resolve("backup") : state.broker();
  }

  static String url(int port) {
    return "tcp://" + address(port);
  }

  static String address(int port) {
    return HOST + ":" + port;
  }
}
