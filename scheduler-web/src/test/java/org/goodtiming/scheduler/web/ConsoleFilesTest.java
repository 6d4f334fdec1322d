package org.goodtiming.scheduler.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The static files of the console. */
class ConsoleFilesTest {

  private static final Path WEBAPP = Path.of("src/main/webapp");
  private static final Path VENDOR = WEBAPP.resolve("vendor");
  private static final int MAX_TOTAL = 176 * 1024;

  private static final Pattern IMPORT =
      Pattern.compile("(?:from\\s*|import\\s*\\(\\s*|import\\s+)['\"](\\.[^'\"]+)['\"]");

  private static final Pattern STATIC_IMPORT = Pattern.compile("from\\s*['\"](\\.[^'\"]+)['\"]");

  private static final Pattern PRELOAD = Pattern.compile("rel=\"modulepreload\" href=\"([^\"]+)\"");

  private static final Pattern NAMES = Pattern.compile("import \\{([^}]*)} from '(\\.[^']+)'");

  private static final Pattern EXPORTED_NAMES = Pattern.compile("export \\{([^}]*)};");

  private static final Pattern EXPORT =
      Pattern.compile("export (?:async )?(?:function|const|class|let) (\\w+)");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

  private static final Pattern CALLED = Pattern.compile("(?<![\\w.$])(\\w+)\\(");

  /** Where a name is not called, such as its import or a parameter. */
  private static final Pattern NAMED = Pattern.compile("(?<![\\w.$])(\\w+)\\b(?!\\()");

  private static final Pattern DECLARED =
      Pattern.compile("(?m)(?:function |^ +(?:async )?(?=\\w+\\([^()]*\\) \\{$))(\\w+)\\(");

  /** Code that the policy of the pages forbids. */
  private static final Pattern FORBIDDEN =
      Pattern.compile("\\sstyle=|styleMap|innerHTML|unsafeHTML|\\son[a-z]+=\"|\\beval\\(|<script>");

  @Test
  void vendored_files_are_those_that_the_list_names() throws Exception {
    Map<String, String> listed = new TreeMap<>();
    try (InputStream json = Files.newInputStream(VENDOR.resolve("VENDOR.json"))) {
      for (JsonValue library : Json.createReader(json).readObject().getJsonArray("libraries")) {
        for (JsonValue file : library.asJsonObject().getJsonArray("files")) {
          JsonObject each = file.asJsonObject();
          listed.put(each.getString("path"), each.getString("sha384"));
        }
      }
    }
    Map<String, String> found = new TreeMap<>();
    for (Path file : files(VENDOR)) {
      if (!file.endsWith("VENDOR.json")) {
        found.put(VENDOR.relativize(file).toString(), sha384(file));
      }
    }
    assertThat(found).isEqualTo(listed);
  }

  @Test
  void each_vendored_library_has_its_licence_and_a_notice() throws IOException {
    String notice = Files.readString(Path.of("../NOTICE"));
    assertThat(notice).contains("vendor/lit-html/LICENSE", "vendor/uplot/LICENSE");
    assertThat(VENDOR.resolve("lit-html/LICENSE")).content().contains("BSD 3-Clause");
    assertThat(VENDOR.resolve("uplot/LICENSE")).content().contains("MIT License");
  }

  @Test
  void all_files_that_a_browser_loads_are_small_together() throws IOException {
    ByteArrayOutputStream total = new ByteArrayOutputStream();
    for (Path file : files(WEBAPP)) {
      if (file.toString().matches(".*\\.(html|css|js|svg)")) {
        try (OutputStream gzip = new GZIPOutputStream(total)) {
          Files.copy(file, gzip);
        }
      }
    }
    assertThat(total.size()).isLessThan(MAX_TOTAL);
  }

  @Test
  void each_import_leads_to_a_file() throws IOException {
    for (Path script : scripts()) {
      List<String> imports =
          IMPORT.matcher(Files.readString(script)).results().map(found -> found.group(1)).toList();
      assertThat(imports)
          .as("imports of %s", script)
          .allSatisfy(each -> assertThat(script.resolveSibling(each).normalize()).exists());
    }
  }

  /**
   * A name that a module lacks ends the page with it; the change that removes it may be another's.
   */
  @Test
  void each_imported_name_is_exported() throws IOException {
    for (Path script : scripts()) {
      for (MatchResult found : NAMES.matcher(Files.readString(script)).results().toList()) {
        Path module = script.resolveSibling(found.group(2)).normalize();
        if (!module.startsWith(VENDOR)) {
          assertThat(exports(module))
              .as("exports of %s for %s", module, script)
              .containsAll(names(found.group(1)));
        }
      }
    }
  }

  /** A page that calls a function which it has not imported fails only when it gets there. */
  @Test
  void each_exported_function_that_a_module_calls_is_known_there() throws IOException {
    Set<String> exported = new TreeSet<>();
    for (Path script : scripts()) {
      exported.addAll(exports(script));
    }
    for (Path script : scripts()) {
      String code = COMMENT.matcher(Files.readString(script)).replaceAll("");
      Set<String> unknown = groups(CALLED, code);
      unknown.retainAll(exported);
      unknown.removeAll(groups(NAMED, code));
      unknown.removeAll(groups(DECLARED, code));
      assertThat(unknown).as("called and not imported in %s", script).isEmpty();
    }
  }

  private static Set<String> groups(Pattern pattern, String code) {
    Set<String> found = new TreeSet<>();
    pattern.matcher(code).results().forEach(each -> found.add(each.group(1)));
    return found;
  }

  private static Set<String> exports(Path module) throws IOException {
    String text = Files.readString(module);
    Set<String> exported = new TreeSet<>();
    EXPORT.matcher(text).results().forEach(found -> exported.add(found.group(1)));
    EXPORTED_NAMES.matcher(text).results().forEach(found -> exported.addAll(names(found.group(1))));
    return exported;
  }

  /** The names that the other module knows. */
  private static List<String> names(String list) {
    return Stream.of(list.split(","))
        .map(name -> name.trim().replaceFirst(" as .*", ""))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** So that the first paint waits for one round trip, not for one after the other. */
  @Test
  void the_modules_of_the_frame_are_preloaded() throws IOException {
    Set<String> modules = new TreeSet<>();
    addWithImports("js/main.js", modules);
    assertThat(
            PRELOAD
                .matcher(Files.readString(WEBAPP.resolve("index.html")))
                .results()
                .map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(modules);
  }

  private static void addWithImports(String module, Set<String> modules) throws IOException {
    if (modules.add(module)) {
      Path file = WEBAPP.resolve(module);
      for (MatchResult found : STATIC_IMPORT.matcher(Files.readString(file)).results().toList()) {
        Path imported = file.resolveSibling(found.group(1)).normalize();
        addWithImports(WEBAPP.relativize(imported).toString(), modules);
      }
    }
  }

  @Test
  void no_page_breaks_its_own_policy() throws IOException {
    for (Path script : scripts()) {
      assertThat(FORBIDDEN.matcher(Files.readString(script)).results().map(MatchResult::group))
          .as("parts of %s", script)
          .isEmpty();
    }
  }

  private static List<Path> scripts() throws IOException {
    return files(WEBAPP).stream()
        .filter(file -> !file.startsWith(VENDOR))
        .filter(file -> file.toString().matches(".*\\.(js|html)"))
        .toList();
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String sha384(Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-384").digest(Files.readAllBytes(file));
    return new String(Base64.getEncoder().encode(digest), UTF_8);
  }
}
