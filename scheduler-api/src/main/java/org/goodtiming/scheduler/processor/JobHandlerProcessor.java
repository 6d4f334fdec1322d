package org.goodtiming.scheduler.processor;

import java.io.IOException;
import java.io.Writer;
import java.lang.annotation.Annotation;
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
import org.goodtiming.scheduler.api.Once;
import org.goodtiming.scheduler.api.Recurring;

/** Generates the beans of each {@link JobHandler}. */
public final class JobHandlerProcessor extends AbstractProcessor {

  private final Map<String, HandlerMethod> handlers = new HashMap<>();

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(JobHandler.class.getName(), Recurring.class.getName(), Once.class.getName());
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
    requireHandlers(round, Recurring.class);
    requireHandlers(round, Once.class);
    return false;
  }

  private void requireHandlers(RoundEnvironment round, Class<? extends Annotation> annotation) {
    for (Element method : round.getElementsAnnotatedWith(annotation)) {
      if (method.getAnnotation(JobHandler.class) == null) {
        String reason = "it has @%s, but no @JobHandler".formatted(annotation.getSimpleName());
        error(method, new UnusableHandlerException(reason).reason());
      }
    }
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
    Recurring recurring = handler.recurring();
    if (recurring != null) {
      ScheduleSource schedule = new ScheduleSource(handler, recurring);
      write(handler, schedule.name(), schedule.text());
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
