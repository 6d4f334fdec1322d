package org.goodtiming.scheduler.job;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds definitions of jobs by their names. */
@FunctionalInterface
public interface JobDefinitions {

  JobDefinitions NONE = name -> Optional.empty();

  Optional<JobDefinition> find(String name);

  /** Reads each definition once; for one transaction. */
  default JobDefinitions reading() {
    Map<String, Optional<JobDefinition>> read = new HashMap<>();
    return name -> read.computeIfAbsent(name, this::find);
  }
}
