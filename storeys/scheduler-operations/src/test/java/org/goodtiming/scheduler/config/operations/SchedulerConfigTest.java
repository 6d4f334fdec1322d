package org.goodtiming.scheduler.config.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.config.Backoff;
import org.goodtiming.scheduler.config.InvalidSettingsException;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.config.work.EncryptionConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerConfigTest {

  @Test
  void only_the_node_name_has_no_default() {
    SchedulerConfig config = config(Map.of("scheduler.node.name", "node1"));
    assertThat(config.node()).isEqualTo("node1");
    assertThat(config.timer().interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.lease().failover()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.dispatch().enabled()).isTrue();
    assertThat(config.registration().maxBodyBytes()).isEqualTo(262_144);
    assertThat(config.broker().stuckConsumerAfter()).isEqualTo(Duration.ofMinutes(6));
    assertThat(config.rest().login().bearer()).isEmpty();
    assertThat(config.statistics().age()).isEqualTo(Duration.ofDays(14));
    assertThat(config.registration().bulk())
        .isEqualTo(new RegistrationConfig.Bulk(10_000, 4_194_304));
  }

  @Test
  void settings_are_read() {
    SchedulerConfig config =
        config(
            Map.of(
                "scheduler.node.name", " node1 ",
                "scheduler.timer.interval", "PT2S",
                "scheduler.lease.failover", "PT6S",
                "scheduler.lease.partitions", "default, a",
                "scheduler.dispatch.enabled", "false",
                "scheduler.dispatch.job-backoff.first", "PT3S"));
    assertThat(config.node()).isEqualTo("node1");
    assertThat(config.timer().interval()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.lease().failover()).isEqualTo(Duration.ofSeconds(6));
    assertThat(config.lease().partitions()).containsExactly("default", "a");
    assertThat(config.dispatch().enabled()).isFalse();
    assertThat(config.dispatch().jobBackoff().first()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void encryption_keys_come_from_a_file_and_are_not_shown(@TempDir Path directory)
      throws IOException {
    String key = Base64.getEncoder().encodeToString(new byte[32]);
    Path file =
        Files.writeString(directory.resolve("keys"), "2027=%s\n\n2026=%s\n".formatted(key, key));

    EncryptionConfig encryption =
        config(
                Map.of(
                    "scheduler.node.name",
                    "node1",
                    "scheduler.encryption.keys-file",
                    file.toString()))
            .encryption();

    assertThat(encryption.keys()).containsOnlyKeys("2027", "2026");
    assertThat(encryption.keys().keySet()).first().isEqualTo("2027");
    assertThat(encryption).hasToString("EncryptionConfig[2027, 2026]");
  }

  @Test
  void a_file_of_encryption_keys_that_is_missing_stops_the_start() {
    assertThatThrownBy(
            () ->
                config(
                    Map.of(
                        "scheduler.node.name", "node1",
                        "scheduler.encryption.keys-file", "/no/such/file")))
        .hasMessageContaining("SCHED-0052 scheduler.encryption.keys-file is /no/such/file");
  }

  @Test
  void bearer_tokens_are_taken_with_a_public_key_and_no_other_text() throws Exception {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "scheduler.node.name", "node1",
                "scheduler.rest.bearer.issuer", "https://issuer.example",
                "scheduler.rest.bearer.audience", "scheduler"));
    PublicKey key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic();
    String base64 = Base64.getMimeEncoder().encodeToString(key.getEncoded());
    for (String text :
        List.of(base64, "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n")) {
      settings.put("scheduler.rest.bearer.public-key", text);
      assertThat(config(settings).rest().login().bearer())
          .contains(
              new BearerConfig("https://issuer.example", "scheduler", new SigningKeys.Fixed(key)));
    }

    for (String text : List.of("secret", "AAAA", "!")) {
      settings.put("scheduler.rest.bearer.public-key", text);
      assertThatThrownBy(() -> config(settings))
          .hasMessage(
              "SCHED-0942 scheduler.rest.bearer.public-key is not a public key: set an RSA or EC key in PEM, with or without its first and last line");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://issuer.example/keys?a=b", "http://localhost:8080/keys"})
  void the_keys_of_an_issuer_are_read_from_a_url_that_nobody_can_forge(String url) {
    assertThat(config(withJwks(url)).rest().login().bearer().orElseThrow().keys())
        .isEqualTo(new SigningKeys.Published(URI.create(url)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://issuer.example/keys",
        "file:///etc/keys",
        "https:///keys",
        "https://me@issuer.example/",
        "https://issuer.example/#a",
        "a b"
      })
  void a_url_of_keys_that_is_not_encrypted_stops_the_start(String url) {
    assertThatThrownBy(() -> config(withJwks(url)))
        .hasMessage(
            "SCHED-0984 scheduler.rest.bearer.jwks-url is '%s' but must be a URL that begins with https://, without user and fragment; http:// only of localhost",
            url);
  }

  private static Map<String, String> withJwks(String url) {
    return Map.of(
        "scheduler.node.name", "node1",
        "scheduler.rest.bearer.issuer", "https://issuer.example",
        "scheduler.rest.bearer.audience", "scheduler",
        "scheduler.rest.bearer.jwks-url", url);
  }

  @Test
  void groups_have_roles_by_a_table_in_which_a_group_may_be_a_distinguished_name() {
    Map<String, String> settings =
        Map.of(
            "scheduler.node.name", "node1",
            "scheduler.rest.token.roles", "cn=ops,dc=example=operator; /scheduler admins = admin");

    assertThat(config(settings).rest().login().token().roles())
        .isEqualTo(Map.of("cn=ops,dc=example", "operator", "/scheduler admins", "admin"));
  }

  @Test
  void groups_have_worker_queues_by_a_table() {
    Map<String, String> settings =
        Map.of(
            "scheduler.node.name", "node1",
            "scheduler.rest.token.grants", "cn=ops,dc=example=mail , pack; it = *");

    assertThat(config(settings).rest().login().token().grants())
        .isEqualTo(Map.of("cn=ops,dc=example", Set.of("mail", "pack"), "it", Set.of("*")));
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          scheduler.node.name                    |         | SCHED-0401 scheduler.node.name is not set: give it a value
          scheduler.lease.failover               | 5s      | SCHED-0402 scheduler.lease.failover is '5s' but must be an ISO-8601 duration such as PT5S
          scheduler.dispatch.batch-size          | many    | SCHED-0403 scheduler.dispatch.batch-size is 'many' but must be a whole number such as 1000
          scheduler.dispatch.enabled             | yes     | SCHED-0404 scheduler.dispatch.enabled is 'yes' but must be true or false
          scheduler.dispatch.job-backoff.first   | PT0S    | SCHED-0405 scheduler.dispatch.job-backoff.first is PT0S but must be longer than zero: raise it to PT0.1S or more
          scheduler.dispatch.queue-backoff.max   | PT0.5S  | SCHED-0406 scheduler.dispatch.queue-backoff.max is PT0.5S but must be at least scheduler.dispatch.queue-backoff.first (PT1S): raise it
          scheduler.transactions                 | two     | SCHED-0407 scheduler.transactions is 'two' but must be last-resource or xa
          scheduler.log.format                   | xml     | SCHED-0098 scheduler.log.format is 'xml' but must be text or json
          scheduler.timer.interval               | PT0.5S  | SCHED-0410 scheduler.timer.interval is PT0.5S but EJB timers tick at most once a second: raise it to PT1S or more (scheduler.dispatch.poll-interval limits the lateness)
          scheduler.dispatch.poll-interval                   | PT2S    | SCHED-0411 scheduler.dispatch.poll-interval is PT2S but must lie between PT0.001S and scheduler.timer.interval (PT1S)
          scheduler.lease.failover               | PT2S    | SCHED-0412 scheduler.lease.failover is PT2S but must be at least 3 x scheduler.timer.interval (PT1S): raise it to PT3S or more
          scheduler.registration.sessions        | 60      | SCHED-0312 scheduler.database.pool-size is 64 but registration (60 sessions) and dispatch (1 partitions) need 72 connections: raise the pool of jdbc/scheduler, and this setting
          scheduler.database.lease-pool-size     | 2       | SCHED-0313 scheduler.database.lease-pool-size is 2 but the leases of 1 partitions need 3: raise the pool of jdbc/schedulerLease, and this setting
          scheduler.lease.partition              | a       | SCHED-0436 scheduler.lease.partition is 'a' but the setting has a new name: set scheduler.lease.partitions instead
          scheduler.lease.partitions             | a,,b    | SCHED-0437 scheduler.lease.partitions is 'a,,b' but must be a comma-separated list of names such as default or a,b: '' is not a name (letters, digits, '.', '_' and '-', at most 100, the first one a letter or digit)
          scheduler.lease.partitions             | a,-b    | SCHED-0437 scheduler.lease.partitions is 'a,-b' but must be a comma-separated list of names such as default or a,b: '-b' is not a name (letters, digits, '.', '_' and '-', at most 100, the first one a letter or digit)
          scheduler.lease.partitions             | a, b, a | SCHED-0438 scheduler.lease.partitions is 'a, b, a' but must name each partition once
          scheduler.lease.partitions             | a,b,c,d,e,f,g,h,i | SCHED-0439 scheduler.lease.partitions names 9 partitions but one node may lead at most 8: spread them over more nodes
          scheduler.dispatch.batch-size          | 0       | SCHED-0420 scheduler.dispatch.batch-size is 0 but must lie between 1 and 10000
          scheduler.dispatch.lead-time               | PT6S    | SCHED-0423 scheduler.dispatch.lead-time is PT6S but must lie between PT0S (no early dispatch) and PT5S: a dispatched job can no longer be cancelled or replaced
          scheduler.dispatch.max-attempts        | 0       | SCHED-0421 scheduler.dispatch.max-attempts is 0 but must lie between 1 and 1000
          scheduler.dispatch.fallback-budget     | PT1M    | SCHED-0422 scheduler.dispatch.fallback-budget is PT1M but must lie between PT0.1S and scheduler.lease.failover minus 2 x scheduler.timer.interval (PT3S), or the leader would lose the lease during it
          scheduler.registration.sessions        | 0       | SCHED-0433 scheduler.registration.sessions is 0 but must lie between 1 and 200
          scheduler.registration.batch-size      | 20000   | SCHED-0430 scheduler.registration.batch-size is 20000 but must lie between 1 and 10000
          scheduler.registration.max-body-bytes  | 0       | SCHED-0431 scheduler.registration.max-body-bytes is 0 but must lie between 1 and 104857600 (100 MiB)
          scheduler.registration.bulk.max-lines  | 999     | SCHED-0434 scheduler.registration.bulk.max-lines is 999 but must lie between 1000, which the wire contract promises, and 100000
          scheduler.registration.bulk.max-bytes  | 1000000 | SCHED-0435 scheduler.registration.bulk.max-bytes is 1000000 but must lie between 1048576 (1 MiB), which the wire contract promises, and 104857600 (100 MiB)
          scheduler.execution.max-result-bytes   | 0       | SCHED-0450 scheduler.execution.max-result-bytes is 0 but must lie between 1 and 16777216 (16 MiB)
          scheduler.execution.history-count      | -1      | SCHED-0451 scheduler.execution.history-count is -1 but must not be negative
          scheduler.execution.result-expiry      | PT0S    | SCHED-0452 scheduler.execution.result-expiry is PT0S but must lie between PT1S and P3660D
          scheduler.schedule.misfire-threshold   | PT0S    | SCHED-0453 scheduler.schedule.misfire-threshold is PT0S but must lie between PT1S and P366D
          scheduler.rest.idempotency-age         | PT1S    | SCHED-0935 scheduler.rest.idempotency-age is PT1S but must lie between PT1M and P36600D
          scheduler.rest.bearer.issuer           | me      | SCHED-0941 scheduler.rest.bearer.issuer, scheduler.rest.bearer.audience and either scheduler.rest.bearer.jwks-url or scheduler.rest.bearer.public-key go together: set these three, or none
          scheduler.rest.oidc.client-id          | console | SCHED-0109 scheduler.rest.oidc.issuer, scheduler.rest.oidc.client-id and scheduler.rest.oidc.client-secret go together: set all of them, or none
          scheduler.rest.token.clock-skew        | PT10M   | SCHED-0985 scheduler.rest.token.clock-skew is PT10M but must lie between PT0S and PT5M
          scheduler.rest.token.timeout           | PT1M    | SCHED-0985 scheduler.rest.token.timeout is PT1M but must lie between PT0.1S and PT30S
          scheduler.rest.token.roles             | ops=root | SCHED-0986 scheduler.rest.token.roles contains 'ops=root' but must be a list of GROUP=ROLE, separated by semicolons, each group once, with the roles viewer, submitter, operator and admin
          scheduler.rest.token.roles             | ops=viewer; ops=admin | SCHED-0986 scheduler.rest.token.roles contains 'ops=admin' but must be a list of GROUP=ROLE, separated by semicolons, each group once, with the roles viewer, submitter, operator and admin
          scheduler.rest.token.grants            | ops=a b  | SCHED-0216 scheduler.rest.token.grants contains 'ops=a b' but must be a list of GROUP=QUEUE,QUEUE, separated by semicolons, each group once; * is all worker queues
          scheduler.rest.token.grants            | ops=a; ops=b | SCHED-0216 scheduler.rest.token.grants contains 'ops=b' but must be a list of GROUP=QUEUE,QUEUE, separated by semicolons, each group once; * is all worker queues
          scheduler.rest.token.grants            | =a       | SCHED-0216 scheduler.rest.token.grants contains '=a' but must be a list of GROUP=QUEUE,QUEUE, separated by semicolons, each group once; * is all worker queues
          scheduler.rest.token.ca-file           | /no/file | SCHED-0987 scheduler.rest.token.ca-file is /no/file, from which no certificate can be read: name a file with certificates of authorities in PEM
          scheduler.rest.trusted-proxies         | 10.0.0.0/8, lb | SCHED-0961 scheduler.rest.trusted-proxies contains 'lb' but must be a list of IP addresses, or of ranges such as 10.0.0.0/8, separated by commas
          scheduler.webhook.secrets              | short  | SCHED-0038 scheduler.webhook.secrets has a secret of less than 32 characters: set one or more random texts, separated by commas, the newest first
          scheduler.redaction.properties         | iban:4 | SCHED-0044 scheduler.redaction.properties contains 'iban:4' but must be a list of property names such as x_password, or x_iban:4 to show the last 4 characters (0 to 16), separated by commas
          scheduler.encryption.keys              | 2026=c2hvcnQ= | SCHED-0047 entry 1 of the encryption keys is wrong: each must be an id of up to 50 letters, digits, dots, hyphens and underscores, =, and a key of its own of 32 random bytes in base64 (openssl rand -base64 32); the first one encrypts
          scheduler.webhook.hosts                | a b    | SCHED-0039 scheduler.webhook.hosts contains 'a b' but must be a list of host names, or of *.example.org for all below, separated by commas
          scheduler.webhook.timeout              | PT2M   | SCHED-0040 scheduler.webhook.timeout is PT2M but must lie between PT1S and PT1M
          scheduler.webhook.private-networks     | home   | SCHED-0041 scheduler.webhook.private-networks contains 'home' but must be a list of IP addresses, or of ranges such as 10.0.0.0/8, separated by commas
          scheduler.target.secrets               | short  | SCHED-0038 scheduler.target.secrets has a secret of less than 32 characters: set one or more random texts, separated by commas, the newest first
          scheduler.quarantine.age               | P1D    | SCHED-0962 scheduler.quarantine.age is PT24H but must lie between P7D and P3660D
          scheduler.quarantine.max-rows          | 10     | SCHED-0963 scheduler.quarantine.max-rows is 10 but must lie between 1000 and 10000000
          scheduler.quarantine.max-bytes         | 10     | SCHED-0964 scheduler.quarantine.max-bytes is 10 but must be at least 16777216 (16 MiB)
          scheduler.rest.session-idle            | PT1M    | SCHED-0935 scheduler.rest.session-idle is PT1M but must lie between PT2M and P30D
          scheduler.rest.session-age             | P31D    | SCHED-0935 scheduler.rest.session-age is PT744H but must lie between PT2M and P30D
          scheduler.rest.audit-age               | P1D     | SCHED-0935 scheduler.rest.audit-age is PT24H but must lie between P7D and P36600D
          scheduler.statistics.age               | PT1H    | SCHED-0995 scheduler.statistics.age is PT1H but must lie between P1D and P366D
          scheduler.schedule.history-age         | PT0S    | SCHED-0454 scheduler.schedule.history-age is PT0S but must lie between PT1S and P3660D
          scheduler.schedule.catch-up-rate       | 0       | SCHED-0455 scheduler.schedule.catch-up-rate is 0 but must lie between 1 and 100000 runs a second
          scheduler.schedule.named-in-metrics    | 201     | SCHED-0061 scheduler.schedule.named-in-metrics is 201 but must lie between 0 and 200 schedules
          scheduler.broker.host                  | b1,b1  | SCHED-0441 scheduler.broker.host is 'b1,b1' but must be HOST or HOST:PORT of one broker, or a list of all brokers of a pair, each once, such as b1:61616,b2; an IPv6 address needs brackets: [::1]
          scheduler.broker.port                  | 66666  | SCHED-0442 scheduler.broker.port is 66666 but must lie between 1 and 65535
          scheduler.broker.stuck-consumer-after  | PT5S    | SCHED-0440 scheduler.broker.stuck-consumer-after is PT5S but must lie between PT10S and PT1H; below the broker's transaction-timeout it may close connections that work
          scheduler.registration.max-property-bytes | 0    | SCHED-0432 scheduler.registration.max-property-bytes is 0 but must lie between 1 and 1048576 (1 MiB)
          """)
  void a_wrong_setting_stops_the_start_and_says_what_to_change(
      String name, String value, String message) {
    Map<String, String> settings = new HashMap<>(Map.of("scheduler.node.name", "node1"));
    settings.put(name, value == null ? "" : value);
    assertThatThrownBy(() -> config(settings))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessage(message);
  }

  @Test
  void all_wrong_settings_are_named_at_once() {
    assertThatThrownBy(() -> config(Map.of("scheduler.dispatch.poll-interval", "soon")))
        .hasMessageContaining("SCHED-0401")
        .hasMessageContaining("SCHED-0402");
  }

  @ParameterizedTest
  @CsvSource({"1,PT1S", "2,PT2S", "4,PT8S", "5,PT10S", "1000,PT10S"})
  void waits_double_up_to_the_longest(int failures, Duration wait) {
    Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));
    assertThat(backoff.after(failures)).isEqualTo(wait);
  }

  private static SchedulerConfig config(Map<String, String> settings) {
    return SchedulerConfig.from(name -> Optional.ofNullable(settings.get(name)));
  }
}
