package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a node gets from its stack. */
record NodeSurroundings(
    ProcessRecords processes,
    StartGate gate,
    Path transactions,
    Path console,
    String adminPassword,
    Map<String, String> environment,
    List<Path> archives) {}
