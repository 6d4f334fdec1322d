package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.Executor;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.policy.QueueDepths;
import org.goodtiming.scheduler.telemetry.Events;

/** Creates the dispatcher of each partition. */
@Singleton
record DispatcherFactory(
    DueJobs jobs,
    DueSignal signal,
    DispatchTransactions dispatch,
    EarlyDispatch earlyDispatch,
    DelayedRegistrations delayed,
    QueueDepths depths,
    CoreConfig config,
    Events events) {

  @Inject
  DispatcherFactory {}

  Dispatcher create(String partition, Executor executor) {
    Poll poll = new Poll(jobs, partition, new DispatchPolicies(depths), earlyDispatch, events);
    return new Dispatcher(poll, delayed, signal, dispatch, executor, config.dispatch(), events);
  }
}
