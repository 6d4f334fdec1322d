package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The scripts of the console, with answers that have numbers beyond those of JavaScript. */
class ConsoleNumbersTest {

  private static final Path SCRIPTS = Path.of("../scheduler-web/src/main/webapp/js");

  private static final String QUEUE =
      "{\"messages\":3,\"inputSchema\":{\"minimum\":0.5,\"maximum\":9007199254740993,\"const\":-123456789012345678901234567890}}";

  /** Reads a queue, shows its schema as the form does, and sends what the form has. */
  private static final String PAGE =
      """
      import { get, send } from './api.js';
      import { schemaField, schemaOf } from './job-fields.js';

      const queue = await get('queue.json');
      const schema = schemaField(queue).value;
      document.querySelector('pre').textContent = `${queue.messages + 1} messages ${schema}`;
      await send('PUT', 'queue.json', { messages: queue.messages, inputSchema: schemaOf(schema) });
      document.querySelector('h1').textContent = 'sent';
      """;

  @Test
  void the_numbers_of_a_schema_are_shown_and_sent_as_they_were_read() throws IOException {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    try (Chromium chromium = Chromium.start();
        StaticSite site = site();
        Window window = chromium.open(site.root(), Appearance.LIGHT)) {
      Page page = window.page();
      Request sent =
          page.waitForRequest(
              request -> request.method().equals("PUT"),
              () -> page.navigate(site.root() + "page.html"));
      Locator shown = page.locator("pre");
      assertThat(shown).containsText("4 messages");
      assertThat(shown).containsText("\"maximum\": 9007199254740993");
      assertThat(shown).containsText("\"minimum\": 0.5");
      assertThat(sent.postData()).isEqualTo(QUEUE);
      assertThat(page.locator("h1")).hasText("sent");
      assertThat(window.faults().found()).isEmpty();
    }
  }

  private static StaticSite site() throws IOException {
    StaticSite site =
        new StaticSite()
            .with(
                "page.html",
                "<!doctype html><html lang=\"en\"><head><title>A page</title><link rel=\"icon\" href=\"icon.svg\"></head><body><h1></h1><pre></pre><script src=\"page.js\" type=\"module\"></script></body></html>")
            .with("page.js", PAGE)
            .with("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
            .with("api/v1/queue.json", QUEUE);
    for (String script : new String[] {"api.js", "job-fields.js", "json.js"}) {
      site.with(script, Files.readString(SCRIPTS.resolve(script)));
    }
    return site;
  }
}
