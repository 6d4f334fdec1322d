package org.goodtiming.scheduler.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/** The files of a release that need no build, in the directories that its assembly gives them. */
final class ReleaseArchive {
  private ReleaseArchive() {}

  static void unpack(Path assembly, Path archive) throws Exception {
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(assembly.toFile())
            .getDocumentElement();
    for (Element fileSet : elements(root, "fileSet")) {
      Path from = assembly.resolveSibling(texts(fileSet, "directory").get(0)).normalize();
      // Without a build, some have no files
      if (Files.isDirectory(from)) {
        copy(fileSet, from, archive.resolve(texts(fileSet, "outputDirectory").get(0)));
      }
    }
  }

  private static void copy(Element fileSet, Path from, Path to) throws IOException {
    List<String> includes = texts(fileSet, "include");
    List<String> excludes = texts(fileSet, "exclude");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = from.relativize(file);
        if ((includes.isEmpty() || matches(includes, name)) && !matches(excludes, name)) {
          Path copy = to.resolve(name.toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  private static boolean matches(List<String> patterns, Path name) {
    // Unlike Maven's, "**/" of a glob needs a directory
    return patterns.stream()
        .flatMap(pattern -> Stream.of(pattern, pattern.replaceFirst("^\\*\\*/", "")))
        .anyMatch(pattern -> name.getFileSystem().getPathMatcher("glob:" + pattern).matches(name));
  }

  private static List<String> texts(Element parent, String name) {
    return elements(parent, name).stream().map(each -> each.getTextContent().strip()).toList();
  }

  private static List<Element> elements(Element parent, String name) {
    var nodes = parent.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }
}
