package org.goodtiming.scheduler.cli;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a command finds the API, and who asks. An option wins over the environment, which wins over
 * the profile.
 */
final class ConnectionSettings {
  static final String LOCAL = "http://127.0.0.1:8080";
  private static final String DEFAULT = "the default";

  private final Surroundings around;
  private final Setting profileName;
  private final Profile profile;
  private final Setting url;
  private final Setting user;

  /**
   * @param profileName value of the option, null if it is not given; the same for the others
   * @throws Failure if the profile does not exist or cannot be read
   */
  ConnectionSettings(
      Surroundings around,
      @Nullable String profileName,
      @Nullable String url,
      @Nullable String user) {
    this.around = around;
    this.profileName =
        Setting.first(
            new Setting(profileName, "--profile"),
            variable("GOODTIMING_PROFILE"),
            new Setting(null, DEFAULT));
    this.profile = Profile.read(around.profiles(), this.profileName.value());
    this.url =
        Setting.first(
            new Setting(url, "--url"),
            variable("GOODTIMING_URL"),
            ofProfile(profile.url()),
            new Setting(LOCAL, DEFAULT));
    this.user =
        Setting.first(
            new Setting(user, "--user"),
            variable("GOODTIMING_USER"),
            ofProfile(profile.user()),
            new Setting(null, "not set"));
  }

  /**
   * The options that this command was given, for another command to the same installation; empty if
   * it was given none.
   */
  List<String> options() {
    return Stream.of(profileName, url, user)
        .filter(setting -> setting.source().startsWith("--"))
        .flatMap(setting -> Stream.of(setting.source(), requireNonNull(setting.value())))
        .toList();
  }

  /** The name of the profile; null for the profile {@code default}. */
  Setting profileName() {
    return profileName;
  }

  /** The file of the profiles, which may not exist. */
  Path profiles() {
    return around.profiles();
  }

  Setting url() {
    return url;
  }

  Setting user() {
    return user;
  }

  /**
   * A bearer token, which a password in the environment replaces.
   *
   * @throws Failure if its file cannot be read
   */
  Setting token() {
    if (around.variable("GOODTIMING_PASSWORD") != null) {
      return new Setting(null, "GOODTIMING_PASSWORD");
    }
    return Setting.first(secret("GOODTIMING_TOKEN"), ofFile(profile.tokenFile()));
  }

  /**
   * The password; null if the user must be asked for it.
   *
   * @throws Failure if its file cannot be read
   */
  Setting password() {
    return Setting.first(
        secret("GOODTIMING_PASSWORD"),
        ofFile(around.variable("GOODTIMING_PASSWORD_FILE")),
        ofFile(profile.passwordFile()),
        new Setting(null, "a prompt"));
  }

  private Setting variable(String name) {
    return new Setting(around.variable(name), name);
  }

  private Setting secret(String variable) {
    return new Setting(Secret.ofVariable(around, variable), variable);
  }

  private Setting ofProfile(@Nullable String value) {
    return new Setting(value, "the profile");
  }

  private static Setting ofFile(@Nullable String file) {
    return new Setting(Secret.ofFile(file), String.valueOf(file));
  }
}
