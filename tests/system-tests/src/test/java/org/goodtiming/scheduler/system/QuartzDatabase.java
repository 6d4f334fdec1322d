package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** A database on the stack's server with the tables of Quartz, filled by Quartz itself. */
final class QuartzDatabase {
  static final String NAME = "quartz";

  private final SystemStack stack;

  private QuartzDatabase(SystemStack stack) {
    this.stack = stack;
  }

  /** Makes the database anew, its tables empty. */
  static QuartzDatabase create(SystemStack stack) {
    stack.execute("DROP DATABASE IF EXISTS quartz WITH (FORCE)");
    stack.execute("CREATE DATABASE quartz");
    var database = new QuartzDatabase(stack);
    database.execute(tables());
    return database;
  }

  void execute(String statements) {
    new Sql(source()).execute(statements);
  }

  String url() {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(stack.database().host(), stack.database().port(), NAME);
  }

  /** A Quartz that stores and never fires; shut it down. */
  Scheduler scheduler(String name, boolean useProperties) throws SchedulerException {
    DBConnectionManager.getInstance().addConnectionProvider(name, new Connections(source()));
    var settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", name);
    settings.put("org.quartz.threadPool.threadCount", "1");
    settings.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    settings.put(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.put("org.quartz.jobStore.useProperties", Boolean.toString(useProperties));
    settings.put("org.quartz.jobStore.dataSource", name);
    return new StdSchedulerFactory(settings).getScheduler();
  }

  private DataSource source() {
    return stack.connectTo(NAME, DatabaseUser.SUPERUSER);
  }

  private static String tables() {
    try (InputStream script =
        Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_postgres.sql")) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Connections(DataSource source) implements ConnectionProvider {
    @Override
    public Connection getConnection() throws SQLException {
      return source.getConnection();
    }

    @Override
    public void shutdown() {}

    @Override
    public void initialize() {}
  }
}
