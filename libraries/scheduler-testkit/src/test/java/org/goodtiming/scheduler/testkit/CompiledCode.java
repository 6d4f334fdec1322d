package org.goodtiming.scheduler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Java code of a page of the documentation, as it stands there. */
final class CompiledCode {
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public )?(?:class|interface|record) (\\w+)");

  private CompiledCode() {}

  static Stream<String> blocks(String page) {
    return CODE.matcher(page).results().map(each -> each.group(1));
  }

  static boolean isType(String code) {
    return TYPE.matcher(code).find();
  }

  /** Compiles types, each with the same first lines, as if a reader had copied them. */
  static ClassLoader compile(
      Path directory, String head, Collection<String> types, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-d", directory.toString()));
    for (String type : types) {
      arguments.add(
          Files.writeString(directory.resolve(name(type) + ".java"), head + type).toString());
    }
    var errors = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, errors, arguments.toArray(String[]::new));
    assertThat(status).as(errors.toString(UTF_8)).isZero();
    return new URLClassLoader(
        new URL[] {directory.toUri().toURL()}, CompiledCode.class.getClassLoader());
  }

  private static String name(String type) {
    Matcher name = TYPE.matcher(type);
    assertThat(name.find()).as(type).isTrue();
    return name.group(1);
  }
}
