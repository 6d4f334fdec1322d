package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.dev.AdminAnswer;
import org.goodtiming.scheduler.dev.PayaraNode;

/** How many connections of the database's pools of a node are in use, as the server counts them. */
final class PoolUse implements AutoCloseable {

  private static final Pattern USED =
      Pattern.compile("server\\.resources\\.([\\w-]+)\\.numconnused-current = (\\d+)");

  private final PayaraNode node;

  /** Counts from now on. */
  PoolUse(PayaraNode node) {
    this.node = node;
    level("HIGH");
  }

  /** By name of the pool. */
  Map<String, Integer> connections() {
    AdminAnswer answer =
        node.asadmin(
            "get", Map.of("monitor", "true", "DEFAULT", "server.resources.*.numconnused-current"));
    assertThat(answer.success()).as(answer.message()).isTrue();
    Map<String, Integer> used = new TreeMap<>();
    USED.matcher(answer.json())
        .results()
        .forEach(pool -> used.put(pool.group(1), Integer.valueOf(pool.group(2))));
    return used;
  }

  @Override
  public void close() {
    level("OFF");
  }

  private void level(String level) {
    AdminAnswer answer =
        node.asadmin(
            "set",
            Map.of(
                "DEFAULT",
                "server.monitoring-service.module-monitoring-levels.jdbc-connection-pool="
                    + level));
    assertThat(answer.success()).as(answer.message()).isTrue();
  }
}
