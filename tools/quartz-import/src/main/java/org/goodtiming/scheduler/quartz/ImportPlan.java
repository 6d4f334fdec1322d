package org.goodtiming.scheduler.quartz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.quartz.TriggerKey;

/** The registrations planned for the triggers of a Quartz database. */
final class ImportPlan {
  private final Map<TriggerKey, Registration> registrations = new LinkedHashMap<>();
  private final Map<String, List<TriggerKey>> byKey = new LinkedHashMap<>();

  void add(TriggerKey trigger, Registration registration) {
    registrations.put(trigger, registration);
    byKey.computeIfAbsent(registration.key(), key -> new ArrayList<>()).add(trigger);
  }

  /**
   * The registration of a trigger.
   *
   * @throws ImportException if another trigger would become the same job and replace it
   */
  Registration registration(TriggerKey trigger) {
    Registration registration = Objects.requireNonNull(registrations.get(trigger));
    List<TriggerKey> same = Objects.requireNonNull(byKey.get(registration.key()));
    if (same.size() > 1) {
      throw new ImportException(
          "%s would all become %s: rename all but one of them in Quartz"
              .formatted(names(same), registration.key()));
    }
    return registration;
  }

  /** The triggers in the order in which they were added. */
  Set<TriggerKey> triggers() {
    return registrations.keySet();
  }

  private static String names(List<TriggerKey> triggers) {
    return triggers.stream()
        .map(each -> "trigger '%s' of group '%s'".formatted(each.getName(), each.getGroup()))
        .collect(Collectors.joining(", "));
  }
}
