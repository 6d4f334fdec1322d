package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DEFINITION_FIELD;

import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.AllowList;
import org.goodtiming.scheduler.job.JobProperty;

/** Reads definitions by the rules for jobs: as requests without a due time. */
public final class DefinitionParser {

  private final RegistrationParser parser;

  public DefinitionParser(RegistrationParser parser) {
    this.parser = parser;
  }

  /**
   * Reads a definition as a job with its name as job id.
   *
   * @param json an object with fields of a job
   * @return a schedule or a refusal
   */
  public Intent parse(String name, String json, AllowList allowList) {
    Intent parsed = parse(name, json, allowList.now());
    AllowListRules rules =
        new AllowListRules(hasPayload(parsed) ? allowList : allowList.withoutSchemas());
    Intent intent = rules.apply(parsed);
    return intent instanceof Intent.Schedule schedule && schedule.job().encrypted()
        ? Intent.Refused.of(Refusal.DEFINITION_ENCRYPTED, schedule.key(), schedule.key().queue())
        : intent;
  }

  /** Without one, the jobs that name the definition have theirs. */
  private static boolean hasPayload(Intent definition) {
    return definition instanceof Intent.Schedule schedule
        && schedule.job().envelope().body().bytes().length > 0;
  }

  private Intent parse(String name, String json, Instant now) {
    Map<String, Object> jobOnly = Map.of(WireContract.JOB_ID, name, WireContract.DELAY, "PT0S");
    Submission submission = new Submission(null, now, now, null);
    JobLine line = JobLine.ofRequest();
    try {
      line.read(json);
      line.properties(Map.of()).all().keySet().forEach(DefinitionParser::check);
      parser.checkLength(line.body().bytes().length);
      return parser.schedule(submission, line.properties(jobOnly), line.body());
    } catch (RuntimeException | StackOverflowError e) {
      Mistakes found = new Mistakes();
      line.properties(Map.of()).all().keySet().forEach(each -> found.check(() -> check(each)));
      parser.check(line, jobOnly, submission, found);
      return RegistrationParser.refused(RefusedException.of(e), line.properties(jobOnly))
          .with(found.all());
    }
  }

  private static void check(String name) {
    JobProperty property = JobProperty.named(name);
    if (property != null && !DefinedJob.isPartOfDefinitions(name)) {
      throw DEFINITION_FIELD.because(property.lineField());
    }
  }
}
