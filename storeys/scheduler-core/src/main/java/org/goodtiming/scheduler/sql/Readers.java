package org.goodtiming.scheduler.sql;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The pool with the rights of {@code scheduler_read}, outside any transaction. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
public @interface Readers {}
