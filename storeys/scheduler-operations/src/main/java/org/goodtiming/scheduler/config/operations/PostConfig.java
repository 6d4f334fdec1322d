package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.Settings;

/**
 * To which hosts the node may post, and how it signs the posts.
 *
 * @param prefix of the names of these settings
 * @param secrets sign each post, the newest first; without one nothing is posted
 * @param hosts names that a URL may have, or {@code *.example.org} for all below; none by default
 * @param privateNetworks addresses that are allowed although they are not public
 * @param authorities whose certificates receivers may have
 * @param timeout of one post, with connection and answer
 */
public record PostConfig(
    String prefix,
    List<String> secrets,
    List<String> hosts,
    List<IpNetwork> privateNetworks,
    Authorities authorities,
    Duration timeout) {

  /** The length of the hash's output. */
  private static final int MIN_SECRET = 32;

  private static final Pattern HOST =
      Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  /**
   * @param prefix of the names of the settings, with a dot at its end
   */
  static PostConfig from(Settings settings, String prefix) {
    return new PostConfig(
        prefix,
        secrets(settings, prefix + "secrets"),
        hosts(settings, prefix + "hosts"),
        IpNetwork.list(settings, prefix + "private-networks", "SCHED-0041"),
        Authorities.from(settings, prefix + "ca-file"),
        settings.duration(
            prefix + "timeout",
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            "SCHED-0040 %s is %s but must lie between %s and %s"));
  }

  private static List<String> secrets(Settings settings, String name) {
    List<String> secrets = settings.list(name);
    settings.require(
        secrets.stream().allMatch(secret -> secret.length() >= MIN_SECRET),
        "SCHED-0038 %s has a secret of less than %d characters: set one or more random texts, separated by commas, the newest first",
        name,
        MIN_SECRET);
    return secrets;
  }

  private static List<String> hosts(Settings settings, String name) {
    List<String> hosts =
        settings.list(name).stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
    hosts.forEach(
        host ->
            settings.require(
                HOST.matcher(host).matches(),
                "SCHED-0039 %s contains '%s' but must be a list of host names, or of *.example.org for all below, separated by commas",
                name,
                host));
    return hosts;
  }

  /** Whether the node may post to the host. */
  public boolean allows(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return hosts.stream()
        .anyMatch(
            each -> each.startsWith("*.") ? name.endsWith(each.substring(1)) : name.equals(each));
  }

  /** Omits the secrets, which must not reach a log. */
  @Override
  public String toString() {
    return "PostConfig[%d secrets, hosts %s, private networks %s, timeout %s]"
        .formatted(secrets.size(), hosts, privateNetworks, timeout);
  }
}
