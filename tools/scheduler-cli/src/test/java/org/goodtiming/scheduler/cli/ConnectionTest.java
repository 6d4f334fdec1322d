package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTest {

  @TempDir private Path home;
  private final Map<String, String> variables = new HashMap<>();

  @BeforeEach
  void two_profiles() throws IOException {
    variables.put("HOME", home.toString());
    Path file = home.resolve(".config/goodtiming/profiles.toml");
    Files.createDirectories(file.getParent());
    Files.writeString(home.resolve("secret"), "from the file\n");
    Files.writeString(
        file,
        """
        [default]
        url = "http://default.example:8080"

        [production]
        url = "https://production.example/"
        user = "ops"
        password-file = "%s"
        """
            .formatted(home.resolve("secret")));
  }

  @Test
  void the_profile_default_needs_no_option() {
    assertThat(connection(null, null, null).base())
        .hasToString("http://default.example:8080/scheduler/api/v1/");
    assertThat(connection(null, null, null).authorization()).isNull();
  }

  @Test
  void a_profile_has_address_user_and_password() {
    Connection connection = connection("production", null, null);
    assertThat(connection.base()).hasToString("https://production.example/scheduler/api/v1/");
    assertThat(connection.authorization()).isEqualTo(basic("ops:from the file"));
  }

  @Test
  void the_name_of_a_profile_may_have_any_letter_and_dots() throws IOException {
    Files.writeString(
        home.resolve(".config/goodtiming/profiles.toml"),
        """
        ["gr\u00f6\u00dfe"]
        url = "http://a.example"
        [eu.test]
        url = "http://b.example"
        [wrong]
        url = 5
        """);
    assertThat(connection("gr\u00f6\u00dfe", null, null).base()).hasHost("a.example");
    assertThat(connection("eu.test", null, null).base()).hasHost("b.example");
    for (String name : List.of("wrong", "eu.test.url")) {
      assertThatThrownBy(() -> connection(name, null, null))
          .isInstanceOf(Failure.class)
          .hasMessageContaining(" is not a table of texts: ");
    }
  }

  @Test
  void an_option_wins_over_the_environment_and_that_over_the_profile() {
    variables.put("GOODTIMING_PROFILE", "production");
    variables.put("GOODTIMING_USER", "from the environment");
    variables.put("GOODTIMING_PASSWORD", "secret");
    assertThat(connection(null, "http://option.example", null))
        .isEqualTo(
            new Connection(
                URI.create("http://option.example/scheduler/api/v1/"),
                basic("from the environment:secret")));
    assertThat(connection(null, null, "option").authorization()).isEqualTo(basic("option:secret"));
  }

  @Test
  void a_token_is_a_bearer_token() {
    variables.put("GOODTIMING_TOKEN", "abc");
    assertThat(connection(null, null, null).authorization()).isEqualTo("Bearer abc");
  }

  @Test
  void a_secret_in_the_environment_is_trimmed_as_that_of_a_file() {
    variables.put("GOODTIMING_TOKEN", " abc\n");
    assertThat(connection(null, null, null).authorization()).isEqualTo("Bearer abc");
    variables.put("GOODTIMING_PASSWORD", "secret\r\n");
    assertThat(connection(null, null, "ops").authorization()).isEqualTo(basic("ops:secret"));
  }

  @Test
  void a_secret_that_no_request_can_have_is_refused_and_not_shown() {
    for (String token : List.of("ab\tc", "a bc", "abc\u00e4")) {
      variables.put("GOODTIMING_TOKEN", token);
      assertThatThrownBy(() -> connection(null, null, null))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("GOODTIMING_TOKEN")
          .hasMessageNotContaining(token);
    }
    variables.put("GOODTIMING_TOKEN", "\uFEFFabc");
    assertThatThrownBy(() -> connection(null, null, null))
        .hasMessageStartingWith("GOODTIMING_TOKEN begins with a byte order mark")
        .hasMessageNotContaining("abc");
  }

  @Test
  void invalid_and_missing_settings_are_named() {
    assertThatThrownBy(() -> connection("absent", null, null))
        .hasMessageStartingWith("Profile absent is not in ");
    assertThatThrownBy(() -> connection("gr\u00f6\u00dfe", null, null))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("Profile gr\u00f6\u00dfe is not in ");
    assertThatThrownBy(() -> connection(null, "production.example", null))
        .hasMessageContaining("is not the address of a node");
    assertThatThrownBy(() -> connection(null, null, "ops"))
        .hasMessageContaining("GOODTIMING_PASSWORD");
    variables.put("GOODTIMING_PASSWORD_FILE", home.resolve("none").toString());
    assertThatThrownBy(() -> connection(null, null, "ops"))
        .hasMessage("%s cannot be read: it does not exist", home.resolve("none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://receiver.example/in         | it has a path
          http://node.example:8080/scheduler/ | it has a path
          http://ops:secret@node.example     | it has a user, whom --user names
          http://node.example?x=1            | it has more than a host and a port
          ftp://node.example                 | it does not begin with http:// or https:// and a host
          node.example                       | it does not begin with http:// or https:// and a host
          """)
  void what_is_not_the_address_of_a_node_is_told_and_gets_no_login(String url, String fault) {
    variables.put("GOODTIMING_PASSWORD", "secret");
    assertThatThrownBy(() -> connection(null, url, "ops"))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(" (--url) is not the address of a node")
        .hasMessageEndingWith(": " + fault)
        .hasMessageNotContaining("secret");
    assertThat(connection(null, "http://[::1]:8080/", "ops").base())
        .hasToString("http://[::1]:8080/scheduler/api/v1/");
  }

  @Test
  void config_shows_each_setting_with_its_source_and_no_secret() {
    variables.put("GOODTIMING_URL", "http://node.example:8080");
    assertThat(config("--profile", "production"))
        .containsExactly(
            "SETTING VALUE FROM",
            "profiles %s the environment"
                .formatted(home.resolve(".config/goodtiming/profiles.toml")),
            "profile production --profile",
            "url http://node.example:8080 GOODTIMING_URL",
            "user ops the profile",
            "login password %s".formatted(home.resolve("secret")));
    assertThat(config())
        .contains("login none not set", "url http://node.example:8080 GOODTIMING_URL");
    variables.put("GOODTIMING_TOKEN", "abc");
    assertThat(config())
        .contains("login token GOODTIMING_TOKEN")
        .noneMatch(line -> line.contains("abc"));
  }

  /** The lines, with one space between two columns. */
  private List<String> config(String... options) {
    var out = new StringWriter();
    int status =
        Goodtiming.commandLine(new Surroundings(variables))
            .setOut(new PrintWriter(out, true))
            .execute(Stream.concat(Stream.of("config"), Stream.of(options)).toArray(String[]::new));
    assertThat(status).isZero();
    return out.toString().lines().map(line -> line.replaceAll(" {2,}", " ")).toList();
  }

  private Connection connection(String profile, String url, String user) {
    Surroundings around = new Surroundings(variables);
    return Connection.of(around, new ConnectionSettings(around, profile, url, user));
  }

  private static String basic(String credentials) {
    return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
  }
}
