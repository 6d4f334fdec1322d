package org.goodtiming.scheduler.sql;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import javax.sql.DataSource;

/** The pools of the server, by their qualifiers. */
@ApplicationScoped
class DataSources {

  /** The XA pool, the one without a qualifier. */
  @Produces
  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Readers
  @Resource(lookup = "jdbc/schedulerRead")
  private DataSource readers;
}
