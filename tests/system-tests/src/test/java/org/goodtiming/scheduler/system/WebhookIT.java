package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that a node posts to a receiver whose certificate its server trusts; the node dies. */
@Disruptive
@Nightly
class WebhookIT {

  private static final String QUEUE = "test.registration";
  private static final String SECRET = "a secret of at least thirty-two characters";
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "webhook-test";
  private static final int JOBS = 100;
  private static final int FATAL_REQUEST = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** When the node dies. */
  enum Moment {
    BEFORE_THE_ANSWER,
    AFTER_THE_ANSWER
  }

  @TempDir private Path directory;

  private final SystemStack stack = SystemStack.shared();
  private final ServerNode node = stack.node(1);
  private final List<JsonObject> received = new CopyOnWriteArrayList<>();
  private final List<String> badSignatures = new CopyOnWriteArrayList<>();
  private HttpsServer receiver;
  private volatile Moment moment;

  @BeforeEach
  void start() throws Exception {
    stack.clear();
    keytool(
        "-genkeypair",
        "-alias",
        ALIAS,
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost",
        "-storetype",
        "PKCS12",
        "-keystore",
        keys().toString());
    keytool(
        "-exportcert",
        "-alias",
        ALIAS,
        "-keystore",
        keys().toString(),
        "-file",
        certificate().toString());
    stack.stopAllNodes();
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        ALIAS,
        "-keystore",
        trusted().toString(),
        "-file",
        certificate().toString());
    receiver = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setHttpsConfigurator(new HttpsConfigurator(tls()));
    receiver.createContext("/hook", this::answer);
    receiver.start();
    startNode();
  }

  @AfterEach
  void stop() throws Exception {
    node.stop();
    receiver.stop(0);
    keytool("-delete", "-alias", ALIAS, "-keystore", trusted().toString());
    stack.startAllNodes();
    stack.clear();
  }

  private void startNode() {
    node.start(
        Map.of(
            "SCHEDULER_WEBHOOK_SECRETS", SECRET,
            "SCHEDULER_WEBHOOK_HOSTS", "localhost",
            "SCHEDULER_WEBHOOK_PRIVATE_NETWORKS", "127.0.0.0/8,::1"));
  }

  @ParameterizedTest
  @EnumSource
  void each_event_is_posted_at_least_once_and_in_the_order_of_its_job(Moment fatal) {
    moment = fatal;
    RestClient admin = new RestClient(node);
    admin.put("/worker-queues/" + QUEUE, "{\"events\": true}");
    String webhook =
        "{\"url\": \"https://localhost:%d/hook\", \"types\": [\"job.registered\", \"job.dispatched\"], \"retry\": \"100/PT1S\"}"
            .formatted(receiver.getAddress().getPort());
    assertThat(admin.put("/webhooks/chat", webhook).status()).isEqualTo(201);
    stack.registerDue(QUEUE, JOBS);
    await().atMost(PATIENCE).until(() -> !node.running());

    startNode();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                ids().size() >= 2 * JOBS
                    && stack.integer("SELECT count(*) FROM scheduler.webhook_event") == 0);

    assertThat(badSignatures).isEmpty();
    Map<String, List<String>> told = firstOfEach();
    assertThat(told).hasSize(JOBS);
    assertThat(told.values()).containsOnly(List.of("job.registered", "job.dispatched"));
    assertThat(stack.value("SELECT given_up FROM scheduler.webhook")).isEqualTo("0");
    if (fatal == Moment.BEFORE_THE_ANSWER) {
      assertThat(received).as("posted again").hasSizeGreaterThan(2 * JOBS);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    received.add(Json.createReader(new StringReader(body)).readObject());
    check(exchange, body);
    boolean isFatal = received.size() == FATAL_REQUEST;
    if (isFatal && moment == Moment.BEFORE_THE_ANSWER) {
      node.kill();
    } else {
      exchange.sendResponseHeaders(204, -1);
    }
    exchange.close();
    if (isFatal && moment == Moment.AFTER_THE_ANSWER) {
      node.kill();
    }
  }

  private void check(HttpExchange exchange, String body) {
    String signed =
        exchange.getRequestHeaders().getFirst("webhook-id")
            + "."
            + exchange.getRequestHeaders().getFirst("webhook-timestamp")
            + "."
            + body;
    String expected = "v1," + signature(signed);
    String found = exchange.getRequestHeaders().getFirst("webhook-signature");
    if (!expected.equals(found)) {
      badSignatures.add(found + " of " + signed);
    }
  }

  private static String signature(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Set<String> ids() {
    Set<String> ids = new HashSet<>();
    received.forEach(event -> ids.add(event.getString("id")));
    return ids;
  }

  private Map<String, List<String>> firstOfEach() {
    Map<String, List<String>> told = new HashMap<>();
    Set<String> ids = new HashSet<>();
    for (JsonObject event : received) {
      if (ids.add(event.getString("id"))) {
        told.computeIfAbsent(
                event.getJsonObject("data").getString("jobId"), jobId -> new ArrayList<>())
            .add(event.getString("type").replace("org.goodtiming.scheduler.", ""));
      }
    }
    return told;
  }

  private Path keys() {
    return directory.resolve("receiver.p12");
  }

  private Path certificate() {
    return directory.resolve("receiver.crt");
  }

  /** Beside the logs of the node's domain. */
  private Path trusted() {
    return node.log().resolveSibling("../config/cacerts.p12").normalize();
  }

  private SSLContext tls() throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys())) {
      own.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(own, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storepass", PASSWORD));
    Path output = directory.resolve("keytool.log");
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(keytool.exitValue()).as(() -> read(output)).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
