package org.goodtiming.scheduler.contract;

import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.queue.AllowList;
import org.goodtiming.scheduler.job.queue.SchemaOwner;
import org.jspecify.annotations.Nullable;

/** Reads definitions by the rules for jobs: as requests without a due time. */
public record DefinitionParser(RegistrationParser parser) {

  /**
   * A definition as it was read.
   *
   * @param intent to schedule a job with its name as job id, or refused
   * @param inputSchema that payloads of its jobs must match, as JSON text; null for none
   */
  public record Parsed(Intent intent, @Nullable String inputSchema) {}

  /**
   * Reads a definition.
   *
   * @param json an object with fields of a job, and optionally {@code inputSchema}
   */
  public Parsed parse(String name, String json, AllowList allowList) {
    Instant now = allowList.now();
    JobLine line =
        JobLine.ofDefinition(Map.of(WireContract.JOB_ID, name, WireContract.DELAY, "PT0S"));
    Intent parsed =
        parser.parse(
            line,
            json,
            new Submission(null, now, now, null),
            job -> rules(line, allowList).check(job, line.mistakes()));
    Intent intent = rules(line, allowList).apply(parsed);
    return new Parsed(
        intent instanceof Intent.Schedule schedule ? checked(schedule, line) : intent,
        line.inputSchema());
  }

  private static Intent checked(Intent.Schedule definition, JobLine line) {
    JobKey key = definition.key();
    if (definition.job().encrypted()) {
      return Intent.Refused.of(Refusal.DEFINITION_ENCRYPTED, key, key.queue());
    }
    SchemaOwner itself = SchemaOwner.definition(key.jobId());
    return hasPayload(line)
        ? AllowListRules.mismatch(
                key, definition.job().envelope().body(), itself, line.compiledSchema())
            .<Intent>map(refused -> refused)
            .orElse(definition)
        : definition;
  }

  /** Whether the definition has a payload; otherwise each job has its own. */
  private static boolean hasPayload(JobLine line) {
    return line.body().bytes().length > 0;
  }

  private static AllowListRules rules(JobLine line, AllowList allowList) {
    return new AllowListRules(hasPayload(line) ? allowList : allowList.withoutSchemas());
  }
}
