package org.goodtiming.scheduler.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The site that the build has made of docs/. */
class DocsSiteTest {

  private static final Path SITE = Path.of("target/classes/META-INF/resources/docs");
  private static final Pattern LINK =
      Pattern.compile("(?:href|src)=\"(?!\\w+:)([^\"#]*)(?:#([^\"]+))?\"");

  @Test
  void each_link_and_each_picture_leads_to_what_the_site_has() throws IOException {
    for (Path page : pages()) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        assertThat(target).as("%s of %s", link.group(), page).exists();
        if (link.group(2) != null) {
          assertThat(Files.readString(target))
              .as("%s of %s", link.group(), page)
              .contains("id=\"" + link.group(2) + '"');
        }
      }
    }
  }

  @Test
  void the_menu_leads_to_each_page() throws IOException {
    String index = Files.readString(SITE.resolve("index.html"));
    for (Path page : pages()) {
      assertThat(index).contains("href=\"" + SITE.relativize(page) + '"');
    }
  }

  @Test
  void a_code_has_an_address_of_its_own_and_is_found() throws IOException {
    assertThat(Files.readString(SITE.resolve("codes.html"))).contains("<tr id=\"SCHED-0710\">");
    assertThat(Files.readString(SITE.resolve("search-index.js")))
        .contains("\"codes.html#SCHED-0710\"");
  }

  @Test
  void no_page_has_a_script_or_a_style_of_its_own() throws IOException {
    for (Path page : pages()) {
      assertThat(Files.readString(page))
          .as("%s", page)
          .doesNotContainPattern("<script>|<style|style=\"|\\son\\w+=\"|https?://[^\"<]*\\.js");
    }
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(SITE)) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".html")).toList();
      assertThat(pages).hasSizeGreaterThan(20);
      return pages;
    }
  }
}
