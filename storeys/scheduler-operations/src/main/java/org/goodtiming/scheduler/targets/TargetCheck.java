package org.goodtiming.scheduler.targets;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.NodeTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.post.PostAddresses;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Tells to which targets this node does not post: SQL and other nodes may have set them. */
@Singleton
final class TargetCheck implements NodeTask {

  private static final Logger LOG = System.getLogger(TargetCheck.class.getName());

  private final TargetStore targets;
  private final Statements statements;
  private final String node;
  private final PostAddresses addresses;
  private Map<String, String> refused = Map.of();

  @Inject
  TargetCheck(TargetStore targets, DataSource dataSource, SchedulerConfig config) {
    this(targets, dataSource, config.node(), new PostAddresses(config.target()));
  }

  TargetCheck(TargetStore targets, DataSource dataSource, String node, PostAddresses addresses) {
    this.targets = targets;
    this.statements = Statements.forClients(dataSource);
    this.node = node;
    this.addresses = addresses;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "target check",
        Duration.ofSeconds(15),
        "SCHED-0867 could not tell to which targets this node does not post; next try in 15 s");
  }

  @Override
  public String condition() {
    return "EXISTS (SELECT FROM scheduler.worker_queue WHERE "
        + TargetStore.HAS_TARGET
        + ") OR EXISTS (SELECT FROM scheduler.node WHERE refused_targets <> '{}')";
  }

  @Override
  public void run(Repetition repetition) {
    Map<String, String> found = new TreeMap<>();
    for (Target target : targets.all()) {
      String refusal = refusal(target);
      if (refusal != null) {
        found.put(target.queue(), refusal);
      }
    }
    found.forEach(this::log);
    refused = found;
    store(found);
  }

  private @Nullable String refusal(Target target) {
    try {
      return addresses.refusal(target.url());
    } catch (MalformedURLException e) {
      return e.getMessage();
    }
  }

  private void log(String queue, String refusal) {
    if (!refusal.equals(refused.get(queue))) {
      LOG.log(
          Level.WARNING,
          "SCHED-0866 node {0} does not post to the target of worker queue {1}: {2}",
          node,
          queue,
          refusal);
    }
  }

  /** Each time, because the row may be a new one; it changes only with its value. */
  private void store(Map<String, String> found) {
    statements.update(
        "store which targets this node refuses",
        new SqlText(
                """
                UPDATE scheduler.node SET refused_targets = n.refused
                  FROM (SELECT jsonb_object(:queues::text[], :refusals::text[]) AS refused) n
                 WHERE name = :node AND refused_targets <> n.refused
                """)
            .set("queues", found.keySet(), queue -> queue)
            .set("refusals", found.values(), refusal -> refusal)
            .set("node", node));
  }
}
