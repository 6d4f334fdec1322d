package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Keycloak in a process of its own, as its makers ship it, with the realm of a company. */
final class Keycloak implements AutoCloseable {

  private static final String VERSION = "26.5.6";
  private static final String ARTIFACT = "org.keycloak:keycloak-quarkus-dist:" + VERSION + ":zip";
  private static final String ADMIN = "admin";

  /** Why a test does not run. */
  static final String MISSING =
      "needs Keycloak: mvn dependency:get -Dtransitive=false -Dartifact=" + ARTIFACT;

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port = freePort();
  private final Process server;

  static boolean isInstalled() {
    return Files.exists(archive());
  }

  private static Path archive() {
    return Path.of(
        System.getProperty("maven.repository"),
        "org/keycloak/keycloak-quarkus-dist",
        VERSION,
        "keycloak-quarkus-dist-" + VERSION + ".zip");
  }

  /**
   * Unpacks and starts it.
   *
   * @param directory empty
   * @param node whose address the client {@code scheduler} of the realm has
   */
  Keycloak(Path directory, String node) throws IOException, InterruptedException {
    Path home = directory.resolve("keycloak-" + VERSION);
    run(directory, java("jar"), "--extract", "--file", archive().toString());
    Path realm = home.resolve("data/import/company-realm.json");
    Files.createDirectories(realm.getParent());
    try (var text = Keycloak.class.getResourceAsStream("/keycloak/company-realm.json")) {
      Files.writeString(realm, new String(text.readAllBytes(), UTF_8).replace("@NODE@", node));
    }
    ProcessBuilder command =
        new ProcessBuilder(
                "sh",
                "bin/kc.sh",
                "start-dev",
                "--import-realm",
                "--http-host=127.0.0.1",
                "--http-port=" + port,
                "--health-enabled=false")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keycloak.log").toFile());
    command.environment().put("KC_BOOTSTRAP_ADMIN_USERNAME", ADMIN);
    command.environment().put("KC_BOOTSTRAP_ADMIN_PASSWORD", ADMIN);
    command.environment().put("JAVA_OPTS_KC_HEAP", "-Xmx512m");
    server = command.start();
    await()
        .atMost(Duration.ofMinutes(5))
        .ignoreExceptions()
        .until(() -> get(issuer()).statusCode() == 200);
  }

  private static String java(String program) {
    return Path.of(System.getProperty("java.home"), "bin", program).toString();
  }

  private static void run(Path directory, String... command)
      throws IOException, InterruptedException {
    int status = new ProcessBuilder(command).directory(directory.toFile()).start().waitFor();
    if (status != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + status);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  String issuer() {
    return url("/realms/company");
  }

  String keys() {
    return issuer() + "/protocol/openid-connect/certs";
  }

  private String url(String path) {
    return "http://localhost:" + port + path;
  }

  HttpResponse<String> get(String url, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> post(String url, Map<String, String> form, String... headers)
      throws IOException, InterruptedException {
    String text =
        form.entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(text));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** A bearer token of a user of the realm. */
  String token(String user) throws IOException, InterruptedException {
    return token(
        "company",
        Map.of(
            "client_id",
            "scheduler",
            "client_secret",
            "secret of the client",
            "username",
            user,
            "password",
            "secret of " + user));
  }

  private String token(String realm, Map<String, String> login)
      throws IOException, InterruptedException {
    Map<String, String> form = new HashMap<>(login);
    form.put("grant_type", "password");
    String url = url("/realms/%s/protocol/openid-connect/token".formatted(realm));
    return json(post(url, form)).getString("access_token");
  }

  /** Signs by a new key from now on; the one before stays published. */
  void addKey() throws IOException, InterruptedException {
    String admin =
        token("master", Map.of("client_id", "admin-cli", "username", ADMIN, "password", ADMIN));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url("/admin/realms/company/components")))
            .header("Authorization", "Bearer " + admin)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    """
                    {"name": "next key", "providerId": "rsa-generated", "providerType": "org.keycloak.keys.KeyProvider",
                     "config": {"priority": ["200"], "algorithm": ["RS256"]}}
                    """))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 201) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
  }

  private static JsonObject json(HttpResponse<String> answer) {
    try (var reader = Json.createReader(new StringReader(answer.body()))) {
      return reader.readObject();
    }
  }

  @Override
  public void close() {
    Stream.concat(server.descendants(), Stream.of(server.toHandle()))
        .filter(ProcessHandle::destroy)
        .toList()
        .forEach(process -> process.onExit().join());
  }
}
