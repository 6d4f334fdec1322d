package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.config.Settings;

/**
 * How nodes check tokens of an issuer, ask the issuer, and derive roles and grants from the groups
 * of a user.
 *
 * @param claims which claims name the user and the groups
 * @param roles label of a role by the name of a group; empty: groups have the names of roles
 * @param grants worker queues by the name of a group; * is all
 * @param clockSkew how much the clocks of issuer and node may differ
 * @param timeout of a connection to the issuer, and of each read
 * @param authorities that certify the issuer's host; empty: those that the server trusts
 */
public record TokenConfig(
    Claims claims,
    Map<String, String> roles,
    Map<String, Set<String>> grants,
    Duration clockSkew,
    Duration timeout,
    Authorities authorities) {

  private static final String OUT_OF_RANGE = "SCHED-0985 %s is %s but must lie between %s and %s";
  private static final String ROLES = "scheduler.rest.token.roles";
  private static final String GRANTS = "scheduler.rest.token.grants";

  /**
   * Claims of a token; dots lead into objects.
   *
   * @param names the first of these that can be a name is that of the user
   */
  public record Claims(List<String> names, String groups) {

    static Claims from(Settings settings) {
      List<String> names = settings.list("scheduler.rest.token.name-claims");
      return new Claims(
          names.isEmpty() ? MICROPROFILE_NAMES : names,
          settings.text("scheduler.rest.token.groups-claim", "groups"));
    }
  }

  /** The claims with the user's name, in the order of MicroProfile JWT. */
  private static final List<String> MICROPROFILE_NAMES =
      List.of("upn", "preferred_username", "sub");

  private static final Set<String> ROLE_LABELS = Set.of("viewer", "submitter", "operator", "admin");

  static TokenConfig from(Settings settings) {
    return new TokenConfig(
        Claims.from(settings),
        roles(settings),
        grants(settings),
        settings.duration(
            "scheduler.rest.token.clock-skew",
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ofMinutes(5),
            OUT_OF_RANGE),
        settings.duration(
            "scheduler.rest.token.timeout",
            Duration.ofSeconds(3),
            Duration.ofMillis(100),
            Duration.ofSeconds(30),
            OUT_OF_RANGE),
        Authorities.from(settings, "scheduler.rest.token.ca-file"));
  }

  private static Map<String, String> roles(Settings settings) {
    Map<String, String> roles = new HashMap<>();
    for (String text : settings.list(ROLES, ";")) {
      Entry entry = Entry.parse(text);
      boolean isNew = roles.put(entry.group, entry.value) == null;
      settings.require(
          isNew && !entry.group.isEmpty() && ROLE_LABELS.contains(entry.value),
          "SCHED-0986 %s contains '%s' but must be a list of GROUP=ROLE, separated by semicolons, each group once, with the roles viewer, submitter, operator and admin",
          ROLES,
          text);
    }
    return Map.copyOf(roles);
  }

  private static Map<String, Set<String>> grants(Settings settings) {
    Map<String, Set<String>> grants = new HashMap<>();
    for (String text : settings.list(GRANTS, ";")) {
      Entry entry = Entry.parse(text);
      Set<String> queues = Set.copyOf(List.of(entry.value.split("\\s*,\\s*", -1)));
      boolean isNew = grants.put(entry.group, queues) == null;
      settings.require(
          isNew && !entry.group.isEmpty() && queues.stream().allMatch(TokenConfig::isQueueOrAll),
          "SCHED-0216 %s contains '%s' but must be a list of GROUP=QUEUE,QUEUE, separated by semicolons, each group once; * is all worker queues",
          GRANTS,
          text);
    }
    return Map.copyOf(grants);
  }

  private static boolean isQueueOrAll(String text) {
    return text.equals("*") || QueueName.isWellFormed(text);
  }

  /** The last equals sign separates group and value: a group may be a distinguished name. */
  private record Entry(String group, String value) {

    static Entry parse(String text) {
      int end = text.lastIndexOf('=');
      return new Entry(
          text.substring(0, Math.max(end, 0)).strip(), text.substring(end + 1).strip());
    }
  }
}
