package org.goodtiming.scheduler.dev;

import java.nio.file.Path;

/** The sources of a node's directory. */
record NodeFiles(Distribution distribution, Path directory) {}
