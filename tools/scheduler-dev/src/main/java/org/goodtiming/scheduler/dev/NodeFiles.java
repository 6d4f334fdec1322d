package org.goodtiming.scheduler.dev;

import java.nio.file.Path;

/** The sources of a node's directory, and the maximum size of its JVM. */
record NodeFiles(Distribution distribution, Path directory, int heapMegabytes) {}
