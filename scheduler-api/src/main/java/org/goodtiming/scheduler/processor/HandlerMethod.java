package org.goodtiming.scheduler.processor;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Once;
import org.goodtiming.scheduler.api.Recurring;
import org.goodtiming.scheduler.api.RunContext;
import org.jspecify.annotations.Nullable;

/** A method with {@link JobHandler}. */
record HandlerMethod(ExecutableElement method, Elements elements) {

  private static final int MAX_NUMBER = 1_000;

  void check() {
    require(!queue().isBlank(), "queue is empty: name the worker queue");
    checkNumber("sessions", annotation().sessions());
    checkNumber("maxAttempts", maxAttempts());
    require(isDuration(annotation().timeout()), "timeout is no duration: write it like PT30S");
    checkMethod();
    checkBean();
    Recurring recurring = recurring();
    if (recurring != null) {
      check(recurring);
    }
    require(once() == null || !isLong(), "a long run has no transaction, as @Once needs it");
    Set<Argument> arguments = EnumSet.noneOf(Argument.class);
    for (VariableElement parameter : method.getParameters()) {
      require(
          arguments.add(Argument.of(parameter.asType())),
          "parameter %s is the second of its kind: a handler takes the job and its payload, each at most once"
              .formatted(parameter));
    }
  }

  private static void checkNumber(String name, int number) {
    require(
        number >= 0 && number <= MAX_NUMBER,
        "%s is %d but must lie between 0 and %d".formatted(name, number, MAX_NUMBER));
  }

  private static void check(Recurring recurring) {
    require(!recurring.value().isBlank(), "its recurrence is empty");
    require(isZone(recurring.zone()), "%s is no time zone".formatted(recurring.zone()));
    require(
        recurring.withoutOverlap().isEmpty() || isDuration(recurring.withoutOverlap()),
        "withoutOverlap is no duration: write it like PT1H");
    require(
        recurring.pauseAfterFailures() >= 0 && recurring.pauseAfterFailures() <= 1000,
        "pauseAfterFailures is %d but must lie between 0 and 1000"
            .formatted(recurring.pauseAfterFailures()));
  }

  private static boolean isZone(String text) {
    return text.isEmpty() || ZoneId.getAvailableZoneIds().contains(text);
  }

  private static boolean isDuration(String text) {
    try {
      Duration.parse(text);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private void checkMethod() {
    Set<Modifier> modifiers = method.getModifiers();
    require(modifiers.contains(Modifier.PUBLIC), "it is not public");
    require(!modifiers.contains(Modifier.STATIC), "it is static");
    require(!modifiers.contains(Modifier.ABSTRACT), "it is abstract");
    require(method.getTypeParameters().isEmpty(), "it has type parameters");
  }

  private void checkBean() {
    TypeElement bean = bean();
    String name = bean.getSimpleName().toString();
    require(
        bean.getNestingKind() == NestingKind.TOP_LEVEL,
        "its class %s is not a top-level class".formatted(name));
    require(
        !bean.getModifiers().contains(Modifier.ABSTRACT),
        "its class %s is abstract".formatted(name));
    require(bean.getTypeParameters().isEmpty(), "its class %s has type parameters".formatted(name));
    require(
        !bean.getAnnotationMirrors().isEmpty(),
        "its class %s is no bean: give it a scope, say @ApplicationScoped, or @Stateless"
            .formatted(name));
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new UnusableHandlerException(otherwise);
    }
  }

  private JobHandler annotation() {
    return Objects.requireNonNull(method.getAnnotation(JobHandler.class));
  }

  /** Null if it is called for each delivery. */
  @Nullable Once once() {
    return method.getAnnotation(Once.class);
  }

  /** Null if its jobs have no schedule. */
  @Nullable Recurring recurring() {
    return method.getAnnotation(Recurring.class);
  }

  String queue() {
    return annotation().queue();
  }

  int sessions() {
    return annotation().sessions();
  }

  String connectionFactory() {
    return annotation().connectionFactory();
  }

  TypeElement bean() {
    return (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
  }

  private String packageName() {
    return elements.getPackageOf(method).getQualifiedName().toString();
  }

  /**
   * The source of a generated class: its package and the template, with the common names filled in.
   *
   * @param name of the class, without its package
   */
  String source(String template, String name) {
    String packageLine = packageName().isEmpty() ? "" : "package %s;\n\n".formatted(packageName());
    return packageLine
        + template
            .replace("${generator}", JobHandlerProcessor.class.getName())
            .replace("${name}", name)
            .replace("${bean}", bean().getSimpleName())
            .replace("${method}", name());
  }

  String inItsPackage(String name) {
    return packageName().isEmpty() ? name : packageName() + "." + name;
  }

  /** The name of a class that belongs to this method. */
  String generatedName(String suffix) {
    String capitalized = name().substring(0, 1).toUpperCase(Locale.ROOT) + name().substring(1);
    return bean().getSimpleName() + capitalized + suffix;
  }

  String name() {
    return method.getSimpleName().toString();
  }

  String timeout() {
    return annotation().timeout();
  }

  int maxAttempts() {
    return annotation().maxAttempts();
  }

  /** Whether it takes a {@code RunContext}. */
  boolean isLong() {
    return method.getParameters().stream()
        .anyMatch(parameter -> Argument.of(parameter.asType()) == Argument.RUN);
  }

  boolean returnsNothing() {
    return method.getReturnType().getKind() == TypeKind.VOID;
  }

  /** The arguments of the call, of a {@code HandledJob job} and a {@code RunContext run}. */
  String arguments() {
    return method.getParameters().stream()
        .map(parameter -> argument(parameter.asType()))
        .collect(joining(", "));
  }

  private static String argument(TypeMirror type) {
    return switch (Argument.of(type)) {
      case JOB -> "job.delivery()";
      case RUN -> "run";
      case TEXT -> "job.text()";
      case BYTES -> "job.bytes()";
      case JSON -> "job.json(%s.class)".formatted(((DeclaredType) type).asElement());
    };
  }

  /** The parameter types of a handler. */
  private enum Argument {
    JOB,
    RUN,
    TEXT,
    BYTES,
    JSON;

    static Argument of(TypeMirror type) {
      String name = type.toString();
      if (name.equals(JobDelivery.class.getName())) {
        return JOB;
      }
      if (name.equals(RunContext.class.getName())) {
        return RUN;
      }
      if (name.equals(String.class.getName())) {
        return TEXT;
      }
      if (name.equals("byte[]")) {
        return BYTES;
      }
      require(
          type.getKind() == TypeKind.DECLARED && isPlain((DeclaredType) type),
          "its parameter of type %s cannot be read: use JobDelivery, RunContext, String, byte[] or a class without type parameters"
              .formatted(type));
      return JSON;
    }
  }

  private static boolean isPlain(DeclaredType type) {
    return type.getTypeArguments().isEmpty();
  }

  @Override
  public String toString() {
    return bean().getSimpleName() + "." + name();
  }
}
