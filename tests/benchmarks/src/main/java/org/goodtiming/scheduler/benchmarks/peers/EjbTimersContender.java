package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.jar.JarInputStream;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.glassfish.embeddable.GlassFish;
import org.glassfish.embeddable.GlassFishException;
import org.glassfish.embeddable.GlassFishProperties;
import org.glassfish.embeddable.GlassFishRuntime;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Table;
import org.goodtiming.scheduler.benchmarks.timers.Expiries;
import org.goodtiming.scheduler.benchmarks.timers.JobTimers;
import org.goodtiming.scheduler.benchmarks.timers.JobTimersBean;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** Persistent EJB timers, in a Payara Server within this JVM. */
final class EjbTimersContender implements Contender {
  private static final String DOMAIN = "/ejb-timers-domain.xml";
  private static final String APPLICATION = "job-timers";
  private static final String TABLE = "\"EJB__TIMER__TBL\"";
  private static final String DUE_SOON =
      "SELECT count(*) FROM %s WHERE \"INITIALEXPIRATIONRAW\" < extract(epoch FROM now() + interval '30 s') * 1000"
          .formatted(TABLE);

  private final HikariDataSource database;
  private final GlassFishRuntime runtime;
  private final GlassFish server;
  private final JobTimers timers;

  /** Enters; the domain finds the database by the environment. */
  EjbTimersContender(Access access) throws GlassFishException, IOException, NamingException {
    database = access.pool(1);
    runtime = GlassFishRuntime.bootstrap();
    var properties = new GlassFishProperties();
    properties.setConfigFileURI(
        Objects.requireNonNull(getClass().getResource(DOMAIN), DOMAIN).toString());
    server = runtime.newGlassFish(properties);
    server.start();
    timers = deploy();
  }

  @Override
  public String settings() {
    return "Payara %s, its tables in PostgreSQL by an XA pool of 64, minimum-delivery-interval 1 ms; one timer per job, in bulk %,d timers per transaction"
        .formatted(version(), Registration.BULK);
  }

  @Override
  public void register(Job job) {
    timers.register(List.of(job));
  }

  @Override
  public void registerAll(List<Job> jobs) {
    timers.register(jobs);
  }

  @Override
  public void settle() throws SQLException {
    new Table(database, TABLE).vacuum();
  }

  @Override
  public void start(Purpose purpose, Consumer<String> handler) {
    Expiries.to(handler);
  }

  @Override
  public void stop() {
    Expiries.hold();
  }

  // Copied rows would not do: the server has each timer in memory, too.
  @Override
  public void addWaiting(int jobs) throws SQLException {
    for (int left = jobs; left > 0; left -= Registration.BULK) {
      registerAll(Job.allDue(Math.min(left, Registration.BULK), Waiting.DUE));
    }
    settle();
  }

  // Due timers expire without a handler, because they cannot be cancelled at the same time.
  @Override
  public void forgetDue() throws SQLException, InterruptedException {
    Expiries.to(payload -> {});
    awaitExpired();
    timers.cancel(Instant.now().plus(Duration.ofDays(1)));
    Expiries.hold();
    settle();
  }

  @Override
  public void close() throws GlassFishException {
    Expiries.to(payload -> {});
    server.dispose();
    runtime.shutdown();
    database.close();
  }

  @SuppressWarnings("BanJNDI") // The name is none of a user's.
  private JobTimers deploy() throws GlassFishException, IOException, NamingException {
    var application = ShrinkWrap.create(JavaArchive.class).addClass(JobTimersBean.class);
    try (var archive = application.as(ZipExporter.class).exportAsInputStream()) {
      server.getDeployer().deploy(archive, "--name", APPLICATION);
    }
    return (JobTimers) new InitialContext().lookup(JobTimersBean.jndiName(APPLICATION));
  }

  private void awaitExpired() throws SQLException, InterruptedException {
    if (Table.await(database, DUE_SOON, timers -> timers == 0) > 0) {
      throw new IllegalStateException("due timers did not expire within " + Table.PATIENCE);
    }
  }

  private static String version() {
    var location = GlassFish.class.getProtectionDomain().getCodeSource().getLocation();
    try (var library = new JarInputStream(location.openStream())) {
      return library.getManifest().getMainAttributes().getValue("Bundle-Version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
