package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.BATCH_CONFLICT;
import static org.goodtiming.scheduler.contract.Refusal.BATCH_VALUE;

import java.time.Duration;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.RunLimit;
import org.jspecify.annotations.Nullable;

/** The rules of the contract on job batches and their members. */
final class BatchChanges {

  private BatchChanges() {}

  static BatchChange of(ContractProperties properties) {
    String id = properties.name(WireContract.BATCH);
    if (id == null) {
      throw BATCH_VALUE.because(WireContract.BATCH, "missing");
    }
    String timeout = properties.text(WireContract.BATCH_TIMEOUT);
    if (timeout != null && !RunLimit.isLimit(timeout)) {
      throw BATCH_VALUE.because(WireContract.BATCH_TIMEOUT, timeout);
    }
    return new BatchChange(id, size(properties), timeout == null ? null : Duration.parse(timeout));
  }

  private static @Nullable Integer size(ContractProperties properties) {
    String size = properties.text(WireContract.BATCH_SIZE);
    if (size == null) {
      return null;
    }
    if (!BatchChange.isSize(size)) {
      throw BATCH_VALUE.because(WireContract.BATCH_SIZE, size);
    }
    return Integer.valueOf(size);
  }

  /** A job does not say how large its batch is, and a member waits for no other job. */
  static void checkMember(ContractProperties properties) {
    Stream.of(WireContract.BATCH_SIZE, WireContract.BATCH_TIMEOUT)
        .filter(properties::has)
        .findFirst()
        .ifPresent(
            name -> {
              throw BATCH_VALUE.because(name, properties.shown(name));
            });
    String failing = properties.text(WireContract.ON_BATCH_FAILURE);
    if (failing != null
        && Stream.of(WireContract.AFTER, WireContract.AFTER_BATCH, WireContract.IF_PARENT_FAILS)
            .anyMatch(properties::has)) {
      throw BATCH_CONFLICT.because(
          WireContract.ON_BATCH_FAILURE,
          failing,
          "other properties name parents or their failures");
    }
    String batch = properties.text(WireContract.BATCH);
    if (batch != null && properties.has(WireContract.RECURRENCE)) {
      throw BATCH_CONFLICT.because(WireContract.BATCH, batch, "the job is a schedule");
    }
    if (batch != null
        && WireContract.IF_EXISTS_KEEP.equals(properties.text(WireContract.IF_EXISTS))) {
      throw BATCH_CONFLICT.because(
          WireContract.BATCH, batch, "scheduler_ifExists=keep leaves a waiting job outside it");
    }
    // So no member waits, through whatever jobs and batches, for its own batch
    if (batch != null && JobParents.areNamed(properties::has)) {
      throw BATCH_CONFLICT.because(WireContract.BATCH, batch, "the job waits for others");
    }
  }
}
