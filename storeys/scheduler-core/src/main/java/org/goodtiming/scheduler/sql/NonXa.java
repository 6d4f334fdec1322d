package org.goodtiming.scheduler.sql;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The pool that takes part in no transaction: for leases, and to watch the database. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
public @interface NonXa {}
