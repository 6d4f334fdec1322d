package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.goodtiming.scheduler.chaos.StormPlan.Gust;
import org.junit.jupiter.api.Test;

class StormPlanTest {

  private static final Duration LENGTH = Duration.ofMinutes(15);
  private static final Predicate<StormFault> NOT_OF_NETWORK =
      fault -> fault.existsIn(Network.none());

  @Test
  void the_same_seed_makes_the_same_plan_and_another_one_another() {
    assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8));
  }

  @Test
  void there_are_two_to_eight_faults_a_minute() {
    for (long seed = 0; seed < 1_000; seed++) {
      var plan = plan(seed);
      assertThat(plan.gusts()).hasSizeBetween(15 * 2, 15 * 8);
      for (int i = 1; i < plan.gusts().size(); i++) {
        var gap = plan.gusts().get(i).at().minus(plan.gusts().get(i - 1).at());
        assertThat(gap).isBetween(Duration.ofMillis(7_500), Duration.ofSeconds(30));
      }
    }
  }

  @Test
  void in_each_plan_faults_begin_before_others_are_over() {
    for (long seed = 0; seed < 1_000; seed++) {
      assertThat(overlaps(plan(seed))).as("seed %d", seed).isPositive();
    }
  }

  @Test
  void all_kinds_of_faults_hit_both_nodes() {
    var gusts =
        LongStream.range(0, 20).mapToObj(StormPlanTest::plan).flatMap(p -> p.gusts().stream());
    assertThat(gusts.map(gust -> gust.fault() + " " + gust.node()).distinct())
        .hasSize(StormFault.values().length * 2);
  }

  @Test
  void nodes_that_are_connected_directly_keep_their_network() {
    assertThat(StormPlan.of(7, LENGTH, 2, NOT_OF_NETWORK).gusts())
        .isNotEmpty()
        .allMatch(gust -> NOT_OF_NETWORK.test(gust.fault()));
  }

  private static StormPlan plan(long seed) {
    return StormPlan.of(seed, LENGTH, 2, fault -> true);
  }

  private static long overlaps(StormPlan plan) {
    return plan.gusts().stream()
        .filter(gust -> plan.gusts().stream().anyMatch(other -> beginsWithin(other, gust)))
        .count();
  }

  private static boolean beginsWithin(Gust other, Gust gust) {
    return other.at().compareTo(gust.at()) > 0 && other.at().compareTo(gust.end()) < 0;
  }
}
