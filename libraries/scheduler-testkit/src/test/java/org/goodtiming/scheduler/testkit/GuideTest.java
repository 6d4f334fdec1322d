package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobRequestBuilder;
import org.goodtiming.scheduler.api.JobScheduler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The web shop of docs/guide.md is compiled, its tests are run, and the page has every verb. */
class GuideTest {
  private static final Path ROOT = Path.of("../..");
  private static final String HEAD =
      """
      package shop;
      import static org.assertj.core.api.Assertions.assertThat;
      import jakarta.annotation.Resource;
      import jakarta.ejb.*;
      import jakarta.enterprise.context.*;
      import jakarta.inject.*;
      import jakarta.jms.ConnectionFactory;
      import jakarta.jms.Message;
      import jakarta.jms.MessageListener;
      import java.time.*;
      import java.util.List;
      import java.util.concurrent.CancellationException;
      import javax.sql.DataSource;
      import org.goodtiming.scheduler.api.*;
      import org.goodtiming.scheduler.testkit.*;
      import org.junit.jupiter.api.*;
      """;

  /** The classes that the reader has. */
  private static final List<String> OF_THE_READER =
      List.of(
          "interface Warehouse { boolean hasShipped(String orderId); }",
          "record CartReminders(DataSource shop) { void send(JobDelivery job) {} }");

  private static final Pattern VERSION =
      Pattern.compile("<artifactId>(?!hello)[a-z.-]+</artifactId><version>([^<]+)</version>");

  @TempDir private static Path directory;
  private static String page = "";
  private static ClassLoader shop = GuideTest.class.getClassLoader();

  @BeforeAll
  static void compile() throws IOException {
    page = Files.readString(ROOT.resolve("docs/guide.md"));
    String withoutSpring = page.substring(0, page.indexOf("### Spring Boot"));
    List<String> types = new ArrayList<>();
    var methodsOfOrders = new StringBuilder();
    CompiledCode.blocks(withoutSpring)
        .forEach(
            code -> {
              if (CompiledCode.isType(code)) {
                types.add(code);
              } else {
                methodsOfOrders.append(code);
              }
            });
    types.replaceAll(
        type ->
            type.contains("class Orders {")
                ? type.replaceFirst("}\\s*$", "") + methodsOfOrders + "}"
                : type);
    types.addAll(OF_THE_READER);
    shop =
        CompiledCode.compile(
            directory,
            HEAD,
            types,
            "-processor",
            "org.goodtiming.scheduler.processor.JobHandlerProcessor");
  }

  @TestFactory
  Stream<DynamicTest> the_tests_of_the_page() throws ReflectiveOperationException {
    List<Method> tests = annotated(shop.loadClass("shop.OrdersTest"), Test.class).toList();
    assertThat(tests).hasSize(3);
    return tests.stream().map(each -> DynamicTest.dynamicTest(each.getName(), () -> run(each)));
  }

  private static void run(Method test) throws ReflectiveOperationException {
    Constructor<?> constructor = test.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    for (Method start : annotated(test.getDeclaringClass(), BeforeEach.class).toList()) {
      start.invoke(instance);
    }
    test.invoke(instance);
  }

  private static Stream<Method> annotated(Class<?> type, Class<? extends Annotation> annotation) {
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> each.isAnnotationPresent(annotation))
        .peek(each -> each.setAccessible(true));
  }

  @ParameterizedTest
  @CsvSource({
    "OrderChecksCheckListener, order-check",
    "OrderCheckListener, order-check",
    "LateOrdersTellListener, late-order",
    "InventoryCountListener, inventory",
    "OrderReportsDailyListener, order-report"
  })
  void a_handler_has_a_message_driven_bean(String bean, String queue) throws Exception {
    assertThat(shop.loadClass("shop." + bean).getAnnotation(MessageDriven.class).activationConfig())
        .filteredOn(each -> each.propertyName().equals("destination"))
        .extracting(ActivationConfigProperty::propertyValue)
        .containsExactly(queue);
  }

  static Stream<String> verbs() {
    return Stream.concat(
            Stream.of(JobScheduler.class.getMethods()),
            Stream.of(JobRequestBuilder.class.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers())))
        .map(Method::getName)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void each_verb_is_on_the_page(String verb) {
    assertThat(page).containsPattern("[`.]" + verb + "\\(");
  }

  static Stream<String> calls() {
    return Stream.of(TestScheduler.class.getDeclaredMethods())
        .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
        .map(Method::getName)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void each_call_of_the_test_kit_is_in_its_chapter(String call) {
    assertThat(page.substring(page.indexOf("## Test your code"))).contains('`' + call + '(');
  }

  @Test
  void the_broker_redelivers_as_the_page_says() throws IOException {
    String broker = Files.readString(ROOT.resolve("tools/scheduler-dev/artemis/broker.xml"));
    String settings = broker.substring(broker.indexOf("<address-setting match=\"#\">"));
    long deliveries = setting(settings, "max-delivery-attempts");
    long delay = setting(settings, "redelivery-delay");
    long all = 0;
    for (long redelivery = 1; redelivery < deliveries; redelivery++) {
      all += delay;
      delay =
          Math.min(
              delay * setting(settings, "redelivery-delay-multiplier"),
              setting(settings, "max-redelivery-delay"));
    }
    assertThat(page)
        .contains(
            "%d times in about %s minutes"
                .formatted(deliveries, Duration.ofMillis(all).plusSeconds(30).toMinutes()));
  }

  @Test
  void the_versions_of_getting_started_are_those_of_the_build() throws IOException {
    String build = onOneLine(Files.readString(ROOT.resolve("pom.xml")));
    List<MatchResult> versions =
        VERSION
            .matcher(onOneLine(Files.readString(ROOT.resolve("docs/getting-started.md"))))
            .results()
            .toList();

    assertThat(versions)
        .hasSizeGreaterThan(4)
        .allSatisfy(
            each ->
                assertThat(build)
                    .containsAnyOf(
                        each.group(),
                        "<artifactId>good-timing</artifactId><version>" + each.group(1),
                        "<jakartaee.version>" + each.group(1)));
  }

  private static String onOneLine(String xml) {
    return xml.replaceAll("\\s+<", "<");
  }

  private static long setting(String settings, String name) {
    return Pattern.compile("<%s>(\\d+)<".formatted(name))
        .matcher(settings)
        .results()
        .map((MatchResult found) -> Long.parseLong(found.group(1)))
        .findFirst()
        .orElseThrow();
  }
}
