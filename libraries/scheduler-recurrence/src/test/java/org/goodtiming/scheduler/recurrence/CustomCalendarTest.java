package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.goodtiming.scheduler.recurrence.calendar.CustomDays;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomCalendarTest {

  @Test
  void days_of_an_application_are_excluded() {
    Recurrence daily = Recurrence.parse("days:1 except=any(weekly:SUN; custom:trading)");

    assertThat(daily.dueTimes(Instant.parse("2026-11-26T12:00:00Z")).limit(3))
        .extracting(Instant::toString)
        .containsExactly("2026-11-27T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-03T00:00:00Z");
    assertThat(daily.describe())
        .isEqualTo("Every day, UTC time, except (on Sunday or on days of trading).");
    assertThat(Recurrence.parse(daily.toString())).isEqualTo(daily);
  }

  @Test
  void days_beside_the_library_are_found_from_threads_of_others() {
    Thread thread = Thread.currentThread();
    ClassLoader application = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      assertThat(Recurrence.parse("days:1 except=custom:odd-days").calendar())
          .hasToString("custom:odd-days");
    } finally {
      thread.setContextClassLoader(application);
    }
  }

  @Test
  void a_class_that_cannot_be_loaded_is_refused(@TempDir Path directory) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve(CustomDays.class.getName()), "org.example.Absent");
    Thread thread = Thread.currentThread();
    ClassLoader application = thread.getContextClassLoader();
    try (URLClassLoader broken =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, application)) {
      thread.setContextClassLoader(broken);
      assertThatThrownBy(() -> Recurrence.parse("days:1 except=custom:broken"))
          .isInstanceOf(RecurrenceSyntaxException.class)
          .hasMessageStartingWith(
              "calendar 'custom:broken': cannot load the calendars of the class path: ")
          .hasMessageContaining("org.example.Absent");
    } finally {
      thread.setContextClassLoader(application);
    }
  }

  @Test
  void a_name_that_nobody_provides_is_refused() {
    assertThatThrownBy(() -> Recurrence.parse("days:1 except=custom:lunar"))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(
            "calendar 'custom:lunar': no org.goodtiming.scheduler.recurrence.calendar.CustomDays of this name is in the class path");
  }
}
