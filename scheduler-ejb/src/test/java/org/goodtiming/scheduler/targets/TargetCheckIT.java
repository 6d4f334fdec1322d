package org.goodtiming.scheduler.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.config.operations.Authorities;
import org.goodtiming.scheduler.config.operations.PostConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.post.PostAddresses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Targets that SQL has set, and to which the settings of a node do not allow to post. */
class TargetCheckIT {

  private static final Repetition ONCE =
      new Repetition() {
        @Override
        public boolean goesOn() {
          return false;
        }

        @Override
        public void failed(String what, Throwable failure) {
          throw new AssertionError(what, failure);
        }
      };

  private final ContractDatabase database = ContractDatabase.shared();
  private final TargetCheck check =
      new TargetCheck(
          new TargetStore(database.xa()),
          database.xa(),
          "n-1",
          new PostAddresses(
              new PostConfig(
                  "scheduler.target.",
                  List.of("a secret"),
                  List.of("*.example.org"),
                  List.of(),
                  Authorities.OF_THE_SERVER,
                  Duration.ofSeconds(1)),
              host ->
                  new InetAddress[] {
                    InetAddress.getByName(host.startsWith("inside") ? "10.1.2.3" : "9.9.9.9")
                  }));

  @BeforeEach
  void node_runs() {
    clear();
    database.execute(
        "INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset) VALUES ('n-1', '1', now(), now(), 'PT0S')");
  }

  @AfterEach
  void clear() {
    database.execute("UPDATE scheduler.worker_queue SET target = 'none'");
    database.execute("DELETE FROM scheduler.node");
  }

  @Test
  void a_node_tells_to_which_targets_it_does_not_post() {
    target("a", "https://inside.example.org/");
    target("b", "https://example.com/");
    target("c", "https://jobs.example.org/");
    check.run(ONCE);
    assertThat(
            database.value(
                "SELECT string_agg(concat_ws(' ', r.key, r.value), '; ' ORDER BY r.key) FROM scheduler.node, jsonb_each_text(refused_targets) r"))
        .isEqualTo(
            "a host inside.example.org has only addresses that are not public: [10.1.2.3]. If it is yours, add them to scheduler.target.private-networks; b host example.com is not in scheduler.target.hosts of this node");

    target("a", "none");
    target("b", "https://jobs.example.org/");
    check.run(ONCE);
    assertThat(database.value("SELECT refused_targets FROM scheduler.node")).isEqualTo("{}");
  }

  private void target(String queue, String url) {
    database.execute(
        "UPDATE scheduler.worker_queue SET target = '%s' WHERE name = '%s'".formatted(url, queue));
  }
}
