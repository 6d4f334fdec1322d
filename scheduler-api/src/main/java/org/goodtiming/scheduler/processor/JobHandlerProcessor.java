package org.goodtiming.scheduler.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.goodtiming.scheduler.api.JobHandler;

/** Generates a message-driven bean for each {@link JobHandler}. */
public final class JobHandlerProcessor extends AbstractProcessor {

  private final Map<String, HandlerMethod> handlers = new HashMap<>();

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(JobHandler.class.getName());
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (Element method : round.getElementsAnnotatedWith(JobHandler.class)) {
      try {
        generate(new HandlerMethod((ExecutableElement) method, processingEnv.getElementUtils()));
      } catch (UnusableHandlerException e) {
        error(method, e.reason());
      } catch (IOException e) {
        error(method, "SCHED-0024 the bean of this handler cannot be written: " + e.getMessage());
      }
    }
    return false;
  }

  private void generate(HandlerMethod handler) throws IOException {
    handler.check();
    HandlerMethod other = handlers.putIfAbsent(handler.queue(), handler);
    if (other != null) {
      throw new UnusableHandlerException(
          "%s handles the jobs of queue %s, too: each of them would get some of the jobs"
              .formatted(other, handler.queue()));
    }
    ListenerSource listener = new ListenerSource(handler);
    write(handler, listener.name(), listener.text());
    if (handler.isLong()) {
      RunsSource runs = new RunsSource(handler);
      write(handler, runs.name(), runs.text());
    }
  }

  private void write(HandlerMethod handler, String name, String text) throws IOException {
    try (Writer file =
        processingEnv.getFiler().createSourceFile(name, handler.method()).openWriter()) {
      file.write(text);
    }
  }

  private void error(Element method, String text) {
    processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, text, method);
  }
}
