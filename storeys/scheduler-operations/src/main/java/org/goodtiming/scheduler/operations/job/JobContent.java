package org.goodtiming.scheduler.operations.job;

import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * Filters of jobs that no index supports; null stands for all.
 *
 * @param registeredBy the login
 * @param group the message group
 */
public record JobContent(
    @Nullable String registeredBy,
    @Nullable String contentType,
    @Nullable String group,
    @Nullable PropertyValue property) {

  public static final JobContent ANY = new JobContent(null, null, null, null);

  /**
   * Finds no property that a job has from its definition: for users who may not read definitions.
   */
  public JobContent withoutDefinitions() {
    return property == null
        ? this
        : new JobContent(registeredBy, contentType, group, property.ofNoDefinition());
  }

  SqlText restrict(SqlText sql) {
    return sql.and("j.registered_by = :registered_by", registeredBy)
        .and("j.content_type = :content_type", contentType)
        .and("j.group_key = :group_key", group)
        .and("j.properties ~ :property", property == null ? null : property.pattern())
        .and("j.definition IS NULL", property != null && !property.ofDefinitions());
  }
}
