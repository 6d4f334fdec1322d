package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DEFINITION_QUEUE;
import static org.goodtiming.scheduler.contract.Refusal.DEFINITION_UNKNOWN;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.DefinitionUse;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.job.JobDefinitions;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobProperty.Use;
import org.jspecify.annotations.Nullable;

/**
 * A job as it was sent, completed by the definition that it names.
 *
 * @param definition null if it names none
 */
record DefinedJob(ContractProperties properties, Body body, @Nullable DefinitionUse definition) {

  static DefinedJob of(ContractProperties own, Body body, JobDefinitions definitions) {
    String name = own.name(WireContract.DEFINITION);
    if (name == null) {
      return new DefinedJob(own, body, null);
    }
    JobDefinition definition =
        definitions.find(name).orElseThrow(() -> DEFINITION_UNKNOWN.because(name));
    // A sender to this queue must not read the payloads of another queue
    String queue = own.name(WireContract.QUEUE);
    if (queue != null && !queue.equals(definition.queue())) {
      throw DEFINITION_QUEUE.because(queue, name, definition.queue());
    }
    Map<String, Object> all = new HashMap<>(definition.properties());
    all.putAll(own.all());
    boolean hasBody = body.bytes().length > 0;
    return new DefinedJob(
        new ContractProperties(all),
        hasBody ? body : definition.envelope().body(),
        new DefinitionUse(name, definition.hash(), names(own, hasBody)));
  }

  /**
   * The properties that a change of the definition does not replace. The payload of a stateful job
   * is its state.
   */
  private static Set<String> names(ContractProperties own, boolean hasBody) {
    Set<String> names = new HashSet<>(own.all().keySet());
    names.removeIf(name -> !isPartOfDefinitions(name));
    boolean stateful = Boolean.TRUE.equals(own.flag(WireContract.STATEFUL));
    if (hasBody || stateful) {
      names.add(WireContract.LINE_BODY);
    }
    if (stateful) {
      names.add(WireContract.CONTENT_TYPE);
    }
    return names;
  }

  /** Whether definitions contain the property. */
  static boolean isPartOfDefinitions(String name) {
    JobProperty property = JobProperty.named(name);
    if (property == null) {
      return name.startsWith(WireContract.USER_PREFIX);
    }
    return switch (property) {
      case QUEUE -> true;
      case TRACEPARENT,
          TRACESTATE,
          AFTER,
          IF_PARENT_FAILS,
          PARENT_TIMEOUT,
          BATCH,
          AFTER_BATCH,
          ON_BATCH_FAILURE ->
          false;
      default -> property.use() == Use.CARRIED || JobColumns.SETTINGS.contains(property);
    };
  }
}
