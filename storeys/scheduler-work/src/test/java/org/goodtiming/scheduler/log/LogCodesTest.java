package org.goodtiming.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.goodtiming.scheduler.telemetry.LogFields;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogCodesTest {

  private static final UUID RUN = UUID.fromString("0af76519-16cd-43dd-8448-eb211c80319c");

  private final Logger server = Logger.getLogger("log-codes-test");
  private final LogCodes codes = new LogCodes(Logger.getLogger("log-codes-test.scheduler"));
  private final System.Logger log = System.getLogger("log-codes-test.scheduler.some.Room");
  private final List<LogRecord> written = new ArrayList<>();
  private final Handler file =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          written.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void begin() {
    server.setUseParentHandlers(false);
    server.setLevel(Level.INFO);
    server.addHandler(file);
    codes.begin();
  }

  @AfterEach
  void end() {
    server.removeHandler(file);
    codes.end();
  }

  @Test
  void a_text_keeps_its_braces_and_gets_its_code() {
    log.log(System.Logger.Level.WARNING, "SCHED-0081 {0} isn't sent", new Exception("x"));

    assertThat(text()).isEqualTo("SCHED-0081 {0} isn't sent");
    assertThat(parameters()).contains(Map.of("Code", "SCHED-0081"));
    assertThat(written.get(0).getThrown()).hasMessage("x");
  }

  @Test
  void the_fields_of_a_job_stay_beside_the_code() {
    log.log(
        System.Logger.Level.WARNING,
        "{0}",
        "SCHED-0654 job {1} fails",
        LogFields.of("mail", null, RUN));

    assertThat(text()).isEqualTo("SCHED-0654 job {1} fails");
    assertThat(parameters())
        .contains(
            Map.of(
                "Queue",
                "mail",
                "FireId",
                "0af76519-16cd-43dd-8448-eb211c80319c",
                "TraceId",
                "0af7651916cd43dd8448eb211c80319c"),
            Map.of("Code", "SCHED-0654"));
  }

  @Test
  void a_record_without_a_code_is_as_it_was() {
    log.log(System.Logger.Level.INFO, "see SCHED-0654 in {0}", "docs");

    assertThat(text()).isEqualTo("see SCHED-0654 in docs");
    assertThat(parameters()).containsExactly("docs");
  }

  @Test
  void nothing_is_added_after_the_end() {
    codes.end();

    log.log(System.Logger.Level.INFO, "SCHED-0203 works");

    assertThat(written).singleElement().extracting(LogRecord::getParameters).isNull();
  }

  private String text() {
    return new SimpleFormatter().formatMessage(written.get(0));
  }

  private Object[] parameters() {
    return written.get(0).getParameters();
  }
}
