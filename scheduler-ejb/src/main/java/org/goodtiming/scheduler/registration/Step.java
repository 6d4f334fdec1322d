package org.goodtiming.scheduler.registration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.job.NewJob;

/**
 * A step of storing a batch. Steps keep the order of arrival wherever it changes the result; apart
 * from that, jobs are stored by as few writes as possible.
 */
sealed interface Step {

  /** Definitions give jobs payloads that no message has; a batch of them must fit into memory. */
  long MAX_BYTES_OF_WRITE = 16L * 1024 * 1024;

  /** Stores jobs, no two with the same key. */
  record Write(List<Numbered> jobs) implements Step {}

  record Numbered(int position, NewJob job) {}

  record Remove(int position, Intent.Cancel cancel) implements Step {}

  record Answer(int position, Intent.Check check) implements Step {}

  record Refuse(int position, Intent.Refused refused) implements Step {}

  /**
   * @param intents in order of arrival; positions count from 0
   */
  static List<Step> plan(List<Intent> intents) {
    Plan plan = new Plan();
    for (int position = 0; position < intents.size(); position++) {
      plan.add(position, intents.get(position));
    }
    return plan.finish();
  }

  /** A plan in the making. */
  final class Plan {

    private final List<Step> steps = new ArrayList<>();
    private final Set<JobKey> keys = new HashSet<>();
    private List<Numbered> jobs = new ArrayList<>();
    private long bytes;

    private void add(int position, Intent intent) {
      if (intent instanceof Intent.Schedule schedule) {
        int size = schedule.job().envelope().body().bytes().length;
        if (keys.contains(schedule.job().key()) || bytes + size > MAX_BYTES_OF_WRITE) {
          closeWrite();
        }
        keys.add(schedule.job().key());
        bytes += size;
        jobs.add(new Numbered(position, schedule.job()));
      } else if (intent instanceof Intent.Cancel cancel) {
        closeWrite();
        steps.add(new Remove(position, cancel));
      } else if (intent instanceof Intent.Check check) {
        steps.add(new Answer(position, check));
      } else if (intent instanceof Intent.Refused refused) {
        steps.add(new Refuse(position, refused));
      }
    }

    private void closeWrite() {
      if (!jobs.isEmpty()) {
        steps.add(new Write(jobs));
        jobs = new ArrayList<>();
        keys.clear();
        bytes = 0;
      }
    }

    private List<Step> finish() {
      closeWrite();
      return steps;
    }
  }
}
