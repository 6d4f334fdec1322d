package org.goodtiming.scheduler.dev;

import java.nio.file.Path;

/** What a node's directory is made from, and how large its JVM may get. */
record NodeFiles(Distribution distribution, Path directory, int heapMegabytes) {}
