package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.focus_shift.jollyday.core.HolidayManager;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application may leave Jollyday out. */
class WithoutHolidaysTest {

  @AutoClose private URLClassLoader alone;
  private Method parse;

  @BeforeEach
  void only_the_library_itself() throws ReflectiveOperationException {
    URL classes = Recurrence.class.getProtectionDomain().getCodeSource().getLocation();
    alone = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    parse = alone.loadClass(Recurrence.class.getName()).getMethod("parse", String.class);
  }

  @Test
  void all_but_holidays_works() throws ReflectiveOperationException {
    assertThat(parse.invoke(null, "cron:0 0 6 ? * * except=weekly:SAT,SUN"))
        .hasToString("cron:0 0 6 ? * * except=weekly:SAT,SUN");
  }

  @Test
  void holidays_are_refused_with_what_is_missing() {
    assertThatThrownBy(() -> parse.invoke(null, "cron:0 0 6 ? * * except=holidays:DE"))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .hasMessageContaining("add jollyday-core and jollyday-jaxb to the class path");
  }

  @Test
  void the_readme_names_the_version_that_is_tested() throws IOException {
    String jar = HolidayManager.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String version = jar.replaceFirst(".*jollyday-core-(.*)\\.jar", "$1");

    assertThat(Files.readString(Path.of("README.md")))
        .containsOnlyOnce(
            "<artifactId>jollyday-core</artifactId>\n  <version>" + version + "</version>")
        .containsOnlyOnce(
            "<artifactId>jollyday-jaxb</artifactId>\n  <version>" + version + "</version>");
  }
}
