package org.goodtiming.scheduler.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** An application that is compiled with the processor. */
record Compilation(List<String> errors, Path classes) {

  static Compilation of(Path classes, String className, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(diagnostics, Locale.ENGLISH, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              null,
              files,
              diagnostics,
              List.of("-Xlint:-options"),
              null,
              List.of(file(className, source)));
      task.setProcessors(List.of(new JobHandlerProcessor()));
      task.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Compilation(
        diagnostics.getDiagnostics().stream()
            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
            .map(each -> each.getMessage(Locale.ENGLISH))
            .toList(),
        classes);
  }

  /** Loads a class; its class loader stays open for the classes to which the class refers. */
  Class<?> load(String className) throws ReflectiveOperationException, IOException {
    URL[] place = {classes.toUri().toURL()};
    return new URLClassLoader(place, Compilation.class.getClassLoader()).loadClass(className);
  }

  private static JavaFileObject file(String className, String source) {
    URI name = URI.create("string:///" + className.replace('.', '/') + ".java");
    return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }
}
