package org.goodtiming.scheduler.dispatch;

import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.telemetry.NodeHealth;
import org.goodtiming.scheduler.telemetry.Servers;

/** What all partitions of a node depend on, and where they tell how they are doing. */
record DispatchNode(
    SchedulerConfig config, SchemaVersion schema, Servers servers, NodeHealth health) {}
