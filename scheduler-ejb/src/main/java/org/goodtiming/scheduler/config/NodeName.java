package org.goodtiming.scheduler.config;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;

/** The name of this node: {@link SchedulerConfig#node()}. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
public @interface NodeName {}
