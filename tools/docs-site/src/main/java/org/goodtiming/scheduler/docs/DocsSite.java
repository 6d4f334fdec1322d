package org.goodtiming.scheduler.docs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The web site: a page for each Markdown file, its pictures, a style sheet and an index to search.
 */
public final class DocsSite {

  private static final List<String> FILES = List.of("docs.css", "docs.js");

  private final Path docs;
  private final Path site;

  private DocsSite(Path docs, Path site) {
    this.docs = docs;
    this.site = site;
  }

  /**
   * Writes the site.
   *
   * @param args the directory of the Markdown files, and the directory of the site, which is made
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    new DocsSite(Path.of(args[0]), Path.of(args[1])).write();
  }

  private void write() throws IOException {
    removeSiteOfBefore();
    List<Page> pages = pages();
    Template template =
        new Template(resource("page.html"), Menu.of(read(docs.resolve("README.md")), pages));
    for (Page page : pages) {
      Path file = site.resolve(page.address());
      Files.createDirectories(file.getParent());
      Files.writeString(file, template.fill(page));
      for (String picture : page.pictures()) {
        copy(docs.resolve(picture), picture);
      }
    }
    for (String file : FILES) {
      Files.writeString(site.resolve(file), resource(file));
    }
    Files.writeString(
        site.resolve("search-index.js"),
        "window.searchIndex = " + new ObjectMapper().writeValueAsString(index(pages)) + ";\n");
  }

  /** Pages that are no longer in docs/ would stay. */
  private void removeSiteOfBefore() throws IOException {
    if (Files.exists(site)) {
      try (Stream<Path> files = Files.walk(site)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private List<Page> pages() throws IOException {
    try (Stream<Path> files = Files.walk(docs)) {
      List<String> names =
          files
              .map(file -> docs.relativize(file).toString())
              .filter(name -> name.endsWith(".md") && !name.startsWith("adr/"))
              .sorted()
              .toList();
      Links links = new Links(names);
      return names.stream().map(name -> Page.parse(name, read(docs.resolve(name)), links)).toList();
    }
  }

  /** The sections of all pages, with the keys that {@code docs.js} reads. */
  private static List<Map<String, String>> index(List<Page> pages) {
    return pages.stream()
        .flatMap(
            page ->
                page.sections().stream()
                    .map(
                        section ->
                            Map.of(
                                "page", page.title(),
                                "heading", section.heading(),
                                "address", page.address() + '#' + section.anchor(),
                                "text", section.text().toString().strip())))
        .toList();
  }

  private void copy(Path from, String name) throws IOException {
    Path to = site.resolve(name);
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(DocsSite.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
