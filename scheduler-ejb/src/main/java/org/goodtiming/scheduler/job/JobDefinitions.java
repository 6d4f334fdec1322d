package org.goodtiming.scheduler.job;

import java.util.Optional;

/** Finds definitions of jobs by their names. */
@FunctionalInterface
public interface JobDefinitions {

  JobDefinitions NONE = name -> Optional.empty();

  Optional<JobDefinition> find(String name);
}
