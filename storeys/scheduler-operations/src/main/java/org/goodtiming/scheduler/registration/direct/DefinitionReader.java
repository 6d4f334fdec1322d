package org.goodtiming.scheduler.registration.direct;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.contract.DefinitionParser;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.registration.Receipt;
import org.jspecify.annotations.Nullable;

/** Reads definitions for callers that wait for the answer. */
@Singleton
public final class DefinitionReader {

  private final DefinitionParser parser;

  @Inject
  public DefinitionReader(RegistrationParser parser) {
    this.parser = new DefinitionParser(parser);
  }

  /**
   * A definition, or why there is none: either it or the refusal is null.
   *
   * @param inputSchema that payloads of its jobs must match, as JSON text; null for none
   * @param refusal as it would be of such a job
   */
  public record Read(
      @Nullable JobDefinition definition,
      @Nullable String inputSchema,
      @Nullable Receipt refusal) {}

  /**
   * @param json an object with fields of a job, and optionally {@code inputSchema}
   */
  public Read read(String name, String json, AllowList allowList) {
    DefinitionParser.Parsed parsed = parser.parse(name, json, allowList);
    return parsed.intent() instanceof Intent.Schedule schedule
        ? new Read(JobDefinition.of(schedule.job()), parsed.inputSchema(), null)
        : new Read(null, null, Receipt.rejected((Intent.Refused) parsed.intent()));
  }
}
