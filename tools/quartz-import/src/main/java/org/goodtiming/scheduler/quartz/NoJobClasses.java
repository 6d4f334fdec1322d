package org.goodtiming.scheduler.quartz;

import java.io.InputStream;
import java.net.URL;
import org.jspecify.annotations.Nullable;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.spi.ClassLoadHelper;

/** The application's job classes are not here, nor are they needed: one stands for all. */
final class NoJobClasses implements ClassLoadHelper {

  @Override
  public void initialize() {}

  @Override
  public Class<?> loadClass(String name) {
    return AnyJob.class;
  }

  @Override
  public <T> Class<? extends T> loadClass(String name, Class<T> type) {
    return AnyJob.class.asSubclass(type);
  }

  @Override
  public @Nullable URL getResource(String name) {
    return getClassLoader().getResource(name);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    return getClassLoader().getResourceAsStream(name);
  }

  @Override
  public ClassLoader getClassLoader() {
    return NoJobClasses.class.getClassLoader();
  }

  private static final class AnyJob implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      throw new UnsupportedOperationException("only read, never run");
    }
  }
}
