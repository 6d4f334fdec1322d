package org.goodtiming.scheduler.config;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The name of this node: {@code SchedulerConfig.node()}. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
public @interface NodeName {}
