package org.goodtiming.scheduler.registration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.NewJob;

/**
 * A step of storing a batch. Steps keep the order of arrival wherever it changes the result; apart
 * from that, jobs are stored by as few writes as possible.
 */
sealed interface Step {

  /** Definitions give jobs payloads that no message has; a batch of them must fit into memory. */
  long MAX_BYTES_OF_WRITE = 16L * 1024 * 1024;

  /** Stores jobs, no two with the same key. */
  record Write(Map<JobKey, Accepted> jobs) implements Step {}

  record Accepted(RegistrationRequest request, NewJob job) {}

  record Remove(RegistrationRequest request, Intent.Cancel cancel) implements Step {}

  record Batch(RegistrationRequest request, BatchChange change) implements Step {}

  record Answer(RegistrationRequest request, Intent.Check check) implements Step {}

  record Refuse(RegistrationRequest request, Intent.Refused refused) implements Step {}

  /**
   * @param requests in order of arrival
   * @param admission gives the intent of each, or why it is refused
   */
  static List<Step> plan(
      List<RegistrationRequest> requests, Function<RegistrationRequest, Intent> admission) {
    Plan plan = new Plan();
    requests.forEach(request -> plan.add(request, admission.apply(request)));
    return plan.finish();
  }

  /** A plan in the making. */
  final class Plan {

    private final List<Step> steps = new ArrayList<>();
    private Map<JobKey, Accepted> jobs = new LinkedHashMap<>();
    private long bytes;

    private void add(RegistrationRequest request, Intent intent) {
      if (intent instanceof Intent.Schedule schedule) {
        JobKey key = schedule.job().key();
        int size = schedule.job().envelope().body().bytes().length;
        if (jobs.containsKey(key) || bytes + size > MAX_BYTES_OF_WRITE) {
          closeWrite();
        }
        bytes += size;
        jobs.put(key, new Accepted(request, schedule.job()));
      } else if (intent instanceof Intent.Cancel cancel) {
        closeWrite();
        steps.add(new Remove(request, cancel));
      } else if (intent instanceof Intent.Batch batch) {
        closeWrite();
        steps.add(new Batch(request, batch.change()));
      } else if (intent instanceof Intent.Check check) {
        steps.add(new Answer(request, check));
      } else if (intent instanceof Intent.Refused refused) {
        steps.add(new Refuse(request, refused));
      }
    }

    private void closeWrite() {
      if (!jobs.isEmpty()) {
        steps.add(new Write(jobs));
        jobs = new LinkedHashMap<>();
        bytes = 0;
      }
    }

    private List<Step> finish() {
      closeWrite();
      return steps;
    }
  }
}
