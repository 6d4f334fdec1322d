package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.chaos.EventLedger.Told;
import org.junit.jupiter.api.Test;

/** The suite would see an event that is missing, too many, or out of order. */
class EventLedgerTest {

  private final EventLedger ledger = new EventLedger();
  private int next;

  @Test
  void all_events_of_a_retried_run_are_complete_with_and_without_its_start() {
    tell("registered 1", "dispatched 1", "retried 2", "dispatched 2", "started 2", "finished 2");
    assertThat(ledger.isComplete("a", 2, List.of("finished 2"))).isTrue();
    assertThat(ledger.isComplete("a", 2, List.of())).as("its end is too much").isFalse();
    assertThat(ledger.isComplete("a", 3, List.of("finished 3"))).isFalse();
    assertThat(ledger.outOfOrder()).isEmpty();
    assertThat(ledger.events()).isEqualTo(6);
  }

  @Test
  void a_missing_dispatch_is_noticed() {
    tell("registered 1", "dispatched 1", "retried 2");
    assertThat(ledger.isComplete("a", 2, List.of())).isFalse();
    assertThat(ledger.isComplete("never told", 1, List.of())).isFalse();
  }

  @Test
  void a_second_event_of_one_dispatch_is_noticed_and_a_copy_is_none() {
    tell("registered 1", "dispatched 1");
    ledger.told("1", "a", new Told("dispatched", 1, 1));
    assertThat(ledger.isComplete("a", 1, List.of())).isTrue();
    tell("dispatched 1");
    assertThat(ledger.isComplete("a", 1, List.of())).isFalse();
  }

  @Test
  void a_later_event_that_comes_first_is_noticed() {
    ledger.told("y", "a", new Told("dispatched", 1, 2));
    ledger.told("x", "a", new Told("registered", 1, 1));
    ledger.told("z", "b", new Told("registered", 1, 3));
    assertThat(ledger.outOfOrder()).containsExactly("a: [dispatched 1, registered 1]");
  }

  private void tell(String... events) {
    for (String event : events) {
      var words = event.split(" ");
      ledger.told(
          Integer.toString(next), "a", new Told(words[0], Integer.parseInt(words[1]), next++));
    }
  }
}
