package org.goodtiming.scheduler.targets;

import java.net.URI;

/** The URL to which the jobs of a worker queue are posted. */
record Target(String queue, URI url) {}
