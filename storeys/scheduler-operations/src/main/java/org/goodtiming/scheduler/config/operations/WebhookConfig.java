package org.goodtiming.scheduler.config.operations;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.Settings;

/**
 * To which hosts the node may post lifecycle events, and how it signs them.
 *
 * @param secrets sign each event, the newest first; without one nothing is posted
 * @param hosts names that a webhook may have, or {@code *.example.org} for all below; none by
 *     default
 * @param privateNetworks addresses that are allowed although they are not public
 * @param timeout of one post, with connection and answer
 */
public record WebhookConfig(
    List<String> secrets, List<String> hosts, List<IpNetwork> privateNetworks, Duration timeout) {

  /** The length of the hash's output. */
  private static final int MIN_SECRET = 32;

  private static final Pattern HOST =
      Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  static WebhookConfig from(Settings settings) {
    List<String> secrets = settings.list("scheduler.webhook.secrets");
    settings.require(
        secrets.stream().allMatch(secret -> secret.length() >= MIN_SECRET),
        "SCHED-0038 scheduler.webhook.secrets has a secret of less than %d characters: set one or more random texts, separated by commas, the newest first",
        MIN_SECRET);
    List<String> hosts =
        settings.list("scheduler.webhook.hosts").stream()
            .map(host -> host.toLowerCase(Locale.ROOT))
            .toList();
    hosts.forEach(
        host ->
            settings.require(
                HOST.matcher(host).matches(),
                "SCHED-0039 scheduler.webhook.hosts contains '%s' but must be a list of host names, or of *.example.org for all below, separated by commas",
                host));
    Duration timeout =
        settings.duration(
            "scheduler.webhook.timeout",
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            "SCHED-0040 %s is %s but must lie between %s and %s");
    List<IpNetwork> privateNetworks =
        IpNetwork.list(settings, "scheduler.webhook.private-networks", "SCHED-0041");
    return new WebhookConfig(secrets, hosts, privateNetworks, timeout);
  }

  /** Whether events may be posted to the host. */
  public boolean allows(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return hosts.stream()
        .anyMatch(
            each -> each.startsWith("*.") ? name.endsWith(each.substring(1)) : name.equals(each));
  }

  /** Omits the secrets, which must not reach a log. */
  @Override
  public String toString() {
    return "WebhookConfig[%d secrets, hosts %s, private networks %s, timeout %s]"
        .formatted(secrets.size(), hosts, privateNetworks, timeout);
  }
}
