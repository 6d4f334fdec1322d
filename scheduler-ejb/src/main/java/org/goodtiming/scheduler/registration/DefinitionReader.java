package org.goodtiming.scheduler.registration;

import org.goodtiming.scheduler.contract.DefinitionParser;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.AllowList;
import org.goodtiming.scheduler.job.JobDefinition;
import org.jspecify.annotations.Nullable;

/** Reads definitions for callers that wait for the answer. */
public final class DefinitionReader {

  private final DefinitionParser parser;

  public DefinitionReader(RegistrationParser parser) {
    this.parser = new DefinitionParser(parser);
  }

  /**
   * A definition, or why there is none; one of the two is null.
   *
   * @param refusal as it would be of such a job
   */
  public record Read(@Nullable JobDefinition definition, @Nullable Receipt refusal) {}

  /**
   * @param json an object with fields of a job
   */
  public Read read(String name, String json, AllowList allowList) {
    Intent intent = parser.parse(name, json, allowList);
    return intent instanceof Intent.Schedule schedule
        ? new Read(JobDefinition.of(schedule.job()), null)
        : new Read(null, Receipt.rejected((Intent.Refused) intent));
  }
}
