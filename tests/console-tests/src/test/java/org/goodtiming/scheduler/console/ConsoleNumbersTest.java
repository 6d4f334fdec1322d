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

  private static final Path SCRIPTS = Path.of("../../scheduler-web/src/main/webapp/js");

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

  /** What the quarantine would send when a user has typed other properties. */
  private static final String TYPED =
      """
      import { parse } from './json.js';
      import { changedProperties } from './pages/quarantine-properties.js';

      const before = parse('{"same":9007199254740993,"large":1,"small":2,"padded":3}');
      const typed = ['same=9007199254740993', 'large=-9007199254740993', 'small=007', 'padded=09007199254740994'];
      document.querySelector('pre').textContent = JSON.stringify(changedProperties(before, typed.join('\\n')));
      """;

  @Test
  void the_numbers_of_a_schema_are_shown_and_sent_as_they_were_read() throws IOException {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    try (Chromium chromium = Chromium.start();
        StaticSite site = site(PAGE);
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

  @Test
  void a_typed_integer_is_sent_also_with_zeros_before_it() throws IOException {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    try (Chromium chromium = Chromium.start();
        StaticSite site = site(TYPED);
        Window window = chromium.open(site.root(), Appearance.LIGHT)) {
      Page page = window.page();
      page.navigate(site.root() + "page.html");
      assertThat(page.locator("pre"))
          .hasText("{\"large\":-9007199254740993,\"small\":7,\"padded\":9007199254740994}");
      assertThat(window.faults().found()).isEmpty();
    }
  }

  private static StaticSite site(String page) throws IOException {
    StaticSite site =
        new StaticSite()
            .with(
                "page.html",
                "<!doctype html><html lang=\"en\"><head><title>A page</title><link rel=\"icon\" href=\"icon.svg\"></head><body><h1></h1><pre></pre><script src=\"page.js\" type=\"module\"></script></body></html>")
            .with("page.js", page)
            .with("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
            .with("api/v1/queue.json", QUEUE);
    for (String script :
        new String[] {"api.js", "job-fields.js", "json.js", "pages/quarantine-properties.js"}) {
      site.with(script, Files.readString(SCRIPTS.resolve(script)));
    }
    return site;
  }
}
