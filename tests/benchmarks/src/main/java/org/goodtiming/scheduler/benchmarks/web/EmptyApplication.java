package org.goodtiming.scheduler.benchmarks.web;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The application of {@link EmptyResource}. */
@ApplicationPath("/")
public class EmptyApplication extends Application {}
