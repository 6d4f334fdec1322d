package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The resources that the chart makes of its values: rendered by Helm, read with the types of
 * Kubernetes.
 */
class HelmChartTest {

  private static final Path PROJECT = Path.of("../..");
  private static final Path CHART = PROJECT.resolve("deploy/helm/good-timing");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "StatefulSet", StatefulSet.class,
          "Service", Service.class,
          "PodDisruptionBudget", PodDisruptionBudget.class,
          "NetworkPolicy", NetworkPolicy.class,
          "ServiceMonitor", ServiceMonitor.class,
          "PrometheusRule", PrometheusRule.class,
          "Ingress", Ingress.class,
          "ServiceAccount", ServiceAccount.class,
          "Job", Job.class);

  /** Helm as a library takes an old version, if none is given. */
  private static final String OLDEST = "1.27.0";

  private static final String REQUIRED =
      """
      image: {repository: registry.example/good-timing}
      database: {host: database.example}
      broker: {host: broker.example}
      secrets: {existing: passwords}
      """;

  private static final String ALL =
      """
      image: {repository: registry.example/good-timing, tag: "1", pullSecrets: [{name: registry}]}
      database: {host: database.example, sslMode: verify-full, caSecret: authority, ownerSecret: owner}
      broker: {host: broker.example}
      secrets: {existing: passwords, further: [SCHEDULER_WEBHOOK_SECRETS]}
      settings: {SCHEDULER_DISPATCH_BATCH_SIZE: "500"}
      otlpEndpoint: http://collector:4318
      storage: {className: fast}
      ingress:
        enabled: true
        className: nginx
        annotations: {cert-manager.io/issuer: our-own}
        host: scheduler.example
        tlsSecret: certificate
      serviceMonitor: {enabled: true, job: second, labels: {release: prometheus}}
      prometheusRule: {enabled: true, labels: {release: prometheus}}
      serviceAccount: {create: true, annotations: {owner: shop}}
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: topology.kubernetes.io/zone
              labelSelector: {matchLabels: {app.kubernetes.io/name: good-timing}}
      networkPolicy:
        from: [{namespaceSelector: {matchLabels: {name: shop}}}]
        databases: [{ipBlock: {cidr: 10.0.0.1/32}}]
        egress: [{ports: [{protocol: TCP, port: 443}]}]
      nodeSelector: {disk: fast}
      tolerations: [{key: dedicated, operator: Exists}]
      podAnnotations: {a: b}
      podLabels: {c: d}
      extraVolumes: [{name: stores, secret: {secretName: stores}}]
      extraVolumeMounts: [{name: stores, mountPath: /run/stores, readOnly: true}]
      """;

  private final ObjectMapper mapper = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void helm_finds_nothing_wrong() throws IOException {
    Path copy = copyWith(REQUIRED);

    var result = new Helm(copy).lint().strict().call();

    assertThat(result.isFailed()).as(String.join("\n", result.getMessages())).isFalse();
  }

  @Test
  void kubernetes_knows_each_field() throws IOException {
    for (String values : List.of(REQUIRED, ALL)) {
      for (Map<String, Object> document : rendered(values)) {
        HasMetadata read = mapper.treeToValue(mapper.valueToTree(document), kind(document));
        assertThat(unknown("", read)).as(read.getKind()).isEmpty();
      }
    }
  }

  @Test
  void a_misspelt_field_would_be_found() throws IOException {
    Map<String, Object> document = rendered(REQUIRED).get(0);
    asMap(document.get("spec")).put("replica", 2);

    HasMetadata read = mapper.treeToValue(mapper.valueToTree(document), kind(document));

    assertThat(unknown("", read)).containsExactly("/Spec/replica");
  }

  @Test
  void unneeded_objects_are_not_rendered() throws IOException {
    assertThat(rendered(REQUIRED))
        .extracting(document -> document.get("kind"))
        .containsExactlyInAnyOrder(
            "StatefulSet", "Service", "Service", "PodDisruptionBudget", "NetworkPolicy");
    assertThat(rendered(ALL))
        .extracting(document -> document.get("kind"))
        .contains("ServiceMonitor", "PrometheusRule", "Ingress", "ServiceAccount", "Job");
  }

  @Test
  void a_job_migrates_the_schema_before_nodes_are_replaced() throws IOException {
    Job migration = one(ALL, Job.class);
    var pod = migration.getSpec().getTemplate();
    Container container = pod.getSpec().getContainers().get(0);

    assertThat(migration.getMetadata().getAnnotations())
        .containsEntry("of-test/hook", "pre-install,pre-upgrade");
    assertThat(container.getImage()).isEqualTo(node(ALL).getImage());
    assertThat(container.getCommand())
        .containsExactly("/opt/good-timing/bin/goodtiming", "migrate");
    assertThat(text("deploy/image/Containerfile")).contains("COPY bin /opt/good-timing/bin");
    assertThat(environment(container).get("GOODTIMING_DATABASE").getValue())
        .isEqualTo(
            "jdbc:postgresql://database.example:5432/scheduler?sslmode=verify-full&sslrootcert=/run/authorities/database/ca.crt");
    assertThat(environment(container).get("GOODTIMING_DATABASE_PASSWORD_FILE").getValue())
        .isEqualTo("/run/secrets/owner/SCHEDULER_OWNER_PASSWORD");
    assertThat(services(ALL))
        .noneMatch(
            service ->
                pod.getMetadata()
                    .getLabels()
                    .entrySet()
                    .containsAll(service.getSpec().getSelector().entrySet()));
  }

  @Test
  void an_authority_is_needed_to_verify_the_database() {
    assertThatThrownBy(
            () -> rendered(REQUIRED.replace("database.example", "db, sslMode: verify-full")))
        .hasMessageContaining("database.sslMode verify-full needs an authority");
  }

  @Test
  void prometheus_has_the_alert_rules_for_the_name_of_the_job() throws IOException {
    Map<String, Object> rule =
        rendered(ALL).stream()
            .filter(each -> each.get("kind").equals("PrometheusRule"))
            .findFirst()
            .orElseThrow();

    assertThat(rule.get("spec"))
        .isEqualTo(
            yaml(
                text("deploy/helm/good-timing/scheduler-alerts.yml")
                    .replace("job=\"scheduler\"", "job=\"second\"")));
  }

  @Test
  void the_ingress_leads_to_the_service_by_tls() throws IOException {
    Ingress ingress = one(ALL, Ingress.class);
    var backend =
        ingress.getSpec().getRules().get(0).getHttp().getPaths().get(0).getBackend().getService();

    assertThat(services(ALL))
        .anyMatch(
            service ->
                service.getMetadata().getName().equals(backend.getName())
                    && service.getSpec().getPorts().get(0).getName().equals("http"));
    assertThat(backend.getPort().getName()).isEqualTo("http");
    assertThat(ingress.getSpec().getTls().get(0).getHosts()).containsExactly("scheduler.example");
    assertThatThrownBy(() -> rendered(REQUIRED + "ingress: {enabled: true}\n"))
        .hasMessageContaining("ingress.host is not set");
  }

  @Test
  void nodes_run_where_and_as_whom_the_values_say() throws IOException {
    var pod = one(ALL, StatefulSet.class).getSpec().getTemplate().getSpec();

    assertThat(pod.getServiceAccountName())
        .isEqualTo(one(ALL, ServiceAccount.class).getMetadata().getName())
        .isEqualTo("test-good-timing");
    assertThat(pod.getAffinity().getPodAntiAffinity()).isNotNull();
    assertThat(pod.getTopologySpreadConstraints()).isEmpty();
    var unasked = one(REQUIRED, StatefulSet.class).getSpec().getTemplate().getSpec();
    assertThat(unasked.getServiceAccountName()).isNull();
    assertThat(unasked.getTopologySpreadConstraints()).hasSize(1);
  }

  @Test
  void a_node_has_what_its_image_requires() throws IOException {
    Map<String, EnvVar> environment = environment(node(ALL));

    assertThat(environment.get("SCHEDULER_NODE_NAME").getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("metadata.name");
    // deploy/image/create-domain makes the list of required variables from these
    for (String name :
        List.of("XA", "LEASE", "READ", "BROKER", "BROKER_REGISTRAR", "BROKER_WORKER")) {
      assertThat(text("deploy/image/create-domain")).contains(name);
      assertThat(environment).containsKey("SCHEDULER_" + name + "_PASSWORD_FILE");
    }
    assertThat(environment.get("SCHEDULER_DB_SSL_ROOT_CERT").getValue())
        .isEqualTo("/run/authorities/database/ca.crt");
    assertThat(environment.get("SCHEDULER_OTLP_ENDPOINT").getValue())
        .isEqualTo("http://collector:4318");
    assertThat(environment.get("SCHEDULER_DISPATCH_BATCH_SIZE").getValue()).isEqualTo("500");
  }

  @Test
  void each_password_is_a_file_of_the_secret_and_no_other_key_is_mounted() throws IOException {
    StatefulSet nodes = one(ALL, StatefulSet.class);
    Volume secrets =
        nodes.getSpec().getTemplate().getSpec().getVolumes().stream()
            .filter(volume -> volume.getName().equals("secrets"))
            .findFirst()
            .orElseThrow();

    Set<String> files =
        environment(node(ALL)).values().stream()
            .filter(variable -> variable.getName().endsWith("_FILE"))
            .map(EnvVar::getValue)
            .map(file -> file.replace("/run/secrets/good-timing/", ""))
            .collect(Collectors.toSet());
    assertThat(secrets.getSecret().getSecretName()).isEqualTo("passwords");
    assertThat(secrets.getSecret().getItems())
        .extracting(KeyToPath::getKey)
        .containsExactlyInAnyOrderElementsOf(files)
        .contains("SCHEDULER_XA_PASSWORD", "SCHEDULER_WEBHOOK_SECRETS")
        .doesNotContain("SCHEDULER_OWNER_PASSWORD");
  }

  @Test
  void a_node_keeps_its_name_and_its_volume() throws IOException {
    StatefulSet nodes = one(REQUIRED, StatefulSet.class);

    assertThat(nodes.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenScaled())
        .isEqualTo("Retain");
    assertThat(nodes.getSpec().getVolumeClaimTemplates())
        .extracting(claim -> claim.getMetadata().getName())
        .containsExactly("state");
    assertThat(text("deploy/image/Containerfile")).contains("VOLUME /var/lib/good-timing");
    assertThat(node(REQUIRED).getVolumeMounts())
        .anyMatch(
            mount ->
                mount.getName().equals("state")
                    && mount.getMountPath().equals("/var/lib/good-timing"));
    assertThat(services(REQUIRED))
        .extracting(service -> service.getMetadata().getName())
        .contains(nodes.getSpec().getServiceName());
  }

  @Test
  void a_node_has_no_more_rights_than_its_image_needs() throws IOException {
    var pod = one(REQUIRED, StatefulSet.class).getSpec().getTemplate().getSpec();

    assertThat(text("deploy/image/Containerfile")).contains("USER 1000:1000", "EXPOSE 8080");
    assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(1000);
    assertThat(pod.getSecurityContext().getFsGroup()).isEqualTo(1000);
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(node(REQUIRED).getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(node(REQUIRED).getSecurityContext().getCapabilities().getDrop())
        .containsExactly("ALL");
    assertThat(node(REQUIRED).getPorts().get(0).getContainerPort()).isEqualTo(8080);
  }

  @Test
  void readiness_asks_the_scheduler_and_liveness_does_not() throws IOException {
    Container node = node(REQUIRED);

    assertThat(node.getReadinessProbe().getExec().getCommand())
        .containsExactly("/opt/good-timing/image/check-health");
    assertThat(text("deploy/image/Containerfile")).contains("deploy/image/check-health");
    assertThat(node.getLivenessProbe().getTcpSocket().getPort().getStrVal()).isEqualTo("http");
    assertThat(node.getStartupProbe().getFailureThreshold()).isEqualTo(720);
  }

  @Test
  void selectors_find_the_pods() throws IOException {
    Map<String, String> labels =
        one(ALL, StatefulSet.class).getSpec().getTemplate().getMetadata().getLabels();

    assertThat(labels)
        .containsAllEntriesOf(one(ALL, StatefulSet.class).getSpec().getSelector().getMatchLabels())
        .containsAllEntriesOf(
            one(ALL, PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels())
        .containsAllEntriesOf(
            one(ALL, NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels());
    assertThat(services(ALL))
        .allSatisfy(
            service -> assertThat(labels).containsAllEntriesOf(service.getSpec().getSelector()));
  }

  @Test
  void one_service_is_scraped_as_the_alert_rules_expect() throws IOException {
    ServiceMonitor monitor = one(ALL, ServiceMonitor.class);
    Map<String, String> selector = monitor.getSpec().getSelector().getMatchLabels();

    assertThat(services(ALL))
        .filteredOn(
            service ->
                service.getMetadata().getLabels().entrySet().containsAll(selector.entrySet()))
        .hasSize(1);
    assertThat(monitor.getSpec().getEndpoints().get(0).getRelabelings().get(0).getReplacement())
        .isEqualTo("second");
    assertThat(yaml(text("deploy/helm/good-timing/values.yaml")).get("serviceMonitor"))
        .extracting("job")
        .isEqualTo("scheduler");
    assertThat(text("deploy/helm/good-timing/scheduler-alerts.yml"))
        .contains("{job=\"scheduler\"}");
  }

  @Test
  void a_node_reaches_its_servers_and_the_collector_and_no_other_port() throws IOException {
    List<String> ports =
        one(ALL, NetworkPolicy.class).getSpec().getEgress().stream()
            .flatMap(rule -> rule.getPorts().stream())
            .map(port -> port.getProtocol() + " " + port.getPort().getIntVal())
            .toList();

    assertThat(ports)
        .containsExactly("UDP 53", "TCP 53", "TCP 5432", "TCP 61616", "TCP 4318", "TCP 443");
  }

  @Test
  void missing_values_are_named() {
    assertThatThrownBy(() -> rendered(REQUIRED.replace("database.example", "''")))
        .hasMessageContaining("database.host is not set");
    assertThatThrownBy(() -> rendered(REQUIRED.replace("passwords", "''")))
        .hasMessageContaining("secrets.existing is not set");
    assertThatThrownBy(() -> rendered(REQUIRED.replace("registry.example/good-timing", "''")))
        .hasMessageContaining("image.repository is not set");
  }

  @Test
  void a_password_among_the_settings_is_refused() {
    assertThatThrownBy(() -> rendered(REQUIRED + "settings: {SCHEDULER_XA_PASSWORD: secret}\n"))
        .hasMessageContaining("SCHEDULER_XA_PASSWORD");
    assertThatThrownBy(() -> rendered(REQUIRED + "replica: 3\n")).hasMessageContaining("replica");
  }

  @Test
  void the_chart_has_the_version_of_the_build() throws IOException {
    String version = text("pom.xml").split("<version>")[1].split("<")[0];

    assertThat(text("deploy/helm/good-timing/Chart.yaml"))
        .contains("\nversion: " + version + "\n", "\nappVersion: \"" + version + "\"\n");
  }

  @Test
  void the_page_describes_each_value() throws IOException {
    String page = text("docs/install.md").split("\n## Kubernetes\n")[1];

    assertThat(yaml(text("deploy/helm/good-timing/values.yaml")).keySet())
        .allSatisfy(value -> assertThat(page).containsPattern("`" + Pattern.quote(value) + "\\b"));
  }

  private Container node(String values) throws IOException {
    return one(values, StatefulSet.class).getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  private static Map<String, EnvVar> environment(Container container) {
    return container.getEnv().stream()
        .collect(Collectors.toMap(EnvVar::getName, variable -> variable));
  }

  private List<Service> services(String values) throws IOException {
    return all(values, Service.class);
  }

  private <T extends HasMetadata> T one(String values, Class<T> type) throws IOException {
    List<T> found = all(values, type);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private <T extends HasMetadata> List<T> all(String values, Class<T> type) throws IOException {
    List<T> found = new ArrayList<>();
    for (Map<String, Object> document : rendered(values)) {
      if (kind(document).equals(type)) {
        found.add(type.cast(mapper.treeToValue(mapper.valueToTree(document), type)));
      }
    }
    return found;
  }

  private static Class<? extends HasMetadata> kind(Map<String, Object> document) {
    return KINDS.get(document.get("kind").toString());
  }

  private List<Map<String, Object>> rendered(String values) throws IOException {
    Path file = Files.writeString(directory.resolve("values.yaml"), values);
    String text =
        new Helm(withoutHooks())
            .template()
            .withName("test")
            .withKubeVersion(OLDEST)
            .withValuesFile(file)
            .call();
    List<Map<String, Object>> documents = new ArrayList<>();
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(text)
        .forEach(document -> documents.add(asMap(document)));
    documents.removeIf(Map::isEmpty);
    return documents;
  }

  /** Helm as a library renders no hooks: here they are objects like others. */
  private Path withoutHooks() throws IOException {
    Path copy = copy();
    Path migration = copy.resolve("templates/migration.yaml");
    Files.writeString(
        migration, Files.readString(migration).replace("helm.sh/hook:", "of-test/hook:"));
    return copy;
  }

  private Path copy() throws IOException {
    Path copy = Files.createTempDirectory(directory, "chart").resolve("good-timing");
    try (var files = Files.walk(CHART)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(CHART.relativize(file).toString()));
      }
    }
    return copy;
  }

  /** Helm lints a chart with its own values. */
  private Path copyWith(String values) throws IOException {
    Path copy = copy();
    Map<String, Object> merged = new TreeMap<>(yaml(text("deploy/helm/good-timing/values.yaml")));
    yaml(values).forEach((name, value) -> asMap(merged.get(name)).putAll(asMap(value)));
    Files.writeString(copy.resolve("values.yaml"), new Yaml().dump(merged));
    return copy;
  }

  /** Fields that a type has only collected, as a path. */
  private static List<String> unknown(String path, Object read) {
    List<String> unknown = new ArrayList<>();
    try {
      var additional = read.getClass().getMethod("getAdditionalProperties").invoke(read);
      asMap(additional).keySet().forEach(name -> unknown.add(path + "/" + name));
    } catch (NoSuchMethodException e) {
      return unknown;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
    for (Method method : read.getClass().getMethods()) {
      if (method.getName().startsWith("get")
          && method.getParameterCount() == 0
          && !method.getName().equals("getAdditionalProperties")) {
        unknown.addAll(unknownOf(path, method, read));
      }
    }
    return unknown;
  }

  private static List<String> unknownOf(String path, Method getter, Object read) {
    try {
      Object value = getter.invoke(read);
      String inner = path + "/" + getter.getName().substring("get".length());
      List<?> values =
          value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
      return values.stream()
          .filter(each -> each.getClass().getName().startsWith("io.fabric8."))
          .flatMap(each -> unknown(inner, each).stream())
          .toList();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(Object value) {
    return value == null ? new TreeMap<>() : (Map<String, Object>) value;
  }

  private static Map<String, Object> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
  }

  private static String text(String path) throws IOException {
    return Files.readString(PROJECT.resolve(path));
  }
}
