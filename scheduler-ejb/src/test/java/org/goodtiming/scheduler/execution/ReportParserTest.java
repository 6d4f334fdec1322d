package org.goodtiming.scheduler.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.junit.jupiter.api.Test;

class ReportParserTest {

  @Test
  void the_limit_of_results_is_that_of_the_settings_in_bytes_of_utf_8() {
    Report fits = new ReportParser(10).parse(finished("123456\u00e9\u00e9"));
    assertThat(fits.event()).isEqualTo(Report.Event.FINISHED);
    assertThat(fits.result()).isNotNull();

    Report tooLarge = new ReportParser(9).parse(finished("123456\u00e9\u00e9"));
    assertThat(tooLarge.event()).isEqualTo(Report.Event.FAILED);
    assertThat(tooLarge.result()).isNull();
    assertThat(tooLarge.message())
        .startsWith("SCHED-0806 the result has 10 bytes, but at most 9 are kept");
  }

  private static ReceivedMessage finished(String result) {
    String report =
        "{\"fireId\": \"0b9f8b5e-0000-4000-8000-000000000000\", \"token\": \"t\", \"event\": \"finished\", \"result\": \"%s\"}"
            .formatted(result);
    Origin origin = new Origin(null, null, true, 1, new Sender("worker", null, null));
    return new ReceivedMessage(Kind.TEXT, Map.of(), report.getBytes(UTF_8), origin);
  }
}
