package org.goodtiming.scheduler.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.goodtiming.scheduler.schema.LimitedPattern.TooLongException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON Schema that payloads must match, compiled: draft 2020-12 unless {@code $schema} names
 * another one, from draft 4 on. Nothing is ever read from the network. Immutable and thread-safe.
 */
public final class InputSchema {

  /** The longest schema, in bytes of UTF-8. */
  public static final int MAX_BYTES = 65_536;

  /**
   * A small schema whose parts refer to each other can take minutes; a million steps take less than
   * a second.
   */
  private static final long MAX_STEPS = 1_000_000;

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .locale(Locale.ROOT)
          .failFast(true)
          .formatAssertionsEnabled(false)
          .regularExpressionFactory(LimitedPattern::of)
          .build();

  private static final JsonMapper JSON = new JsonMapper();

  private final Function<String, Optional<InputFault>> check;

  private InputSchema(Function<String, Optional<InputFault>> check) {
    this.check = check;
  }

  /** Stands for an unreadable schema, which no payload matches. */
  public static InputSchema unreadable(String reason) {
    return new InputSchema(payload -> Optional.of(InputFault.ofWhole(reason)));
  }

  /**
   * Compiles a schema.
   *
   * @throws IllegalArgumentException if it is too large or no valid schema, or if it refers to
   *     another document; the message names the fault
   */
  public static InputSchema parse(String json) {
    if (json.getBytes(UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException("it has more than " + MAX_BYTES + " bytes");
    }
    if (!UTF_8.newEncoder().canEncode(json)) {
      throw new IllegalArgumentException("it has half of a surrogate pair, which is no character");
    }
    try {
      checkAgainst(dialect(JSON.readTree(json)), json);
      Schema schema = registry().getSchema(json, InputFormat.JSON);
      schema.initializeValidators();
      // A schema that only refers to itself has no end
      validate(schema, "{}");
      return new InputSchema(payload -> fault(schema, payload));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
    } catch (SchemaException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (ValidationLimitExceededException e) {
      throw new IllegalArgumentException(
          "it needs more than %d steps for {}".formatted(MAX_STEPS), e);
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException("it refers to itself without end", e);
    }
  }

  private static SpecificationVersion dialect(JsonNode schema) {
    if (!schema.has("$schema")) {
      return SpecificationVersion.DRAFT_2020_12;
    }
    String named = schema.get("$schema").asString("");
    return SpecificationVersion.fromDialectId(named)
        .orElseThrow(
            () -> new IllegalArgumentException("$schema '%s' is unknown".formatted(named)));
  }

  private static void checkAgainst(SpecificationVersion dialect, String json) {
    Schema rules = registry().getSchema(SchemaLocation.of(dialect.getDialectId()));
    fault(rules, json)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(
                  "at '%s': %s".formatted(fault.pointer(), fault.reason()));
            });
  }

  /** One for each schema, so that none is found under the id of another one. */
  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder
                .schemaRegistryConfig(CONFIG)
                .schemaLoader(
                    loader ->
                        loader
                            .fetchRemoteResources(false)
                            .allow(iri -> iri.toString().contains("://json-schema.org/draft"))));
  }

  /**
   * Checks a payload, which must be one JSON value.
   *
   * @return the first fault that was found; empty if the payload matches
   */
  public Optional<InputFault> fault(String payload) {
    return payload.isBlank()
        ? Optional.of(InputFault.ofWhole("it is empty"))
        : check.apply(payload);
  }

  private static List<Error> validate(Schema schema, String json) {
    return schema.validate(
        json,
        InputFormat.JSON,
        context -> context.executionConfig(config -> config.maxEvaluationSteps(MAX_STEPS)));
  }

  /** Without a part of the payload, which people who see the reason may not be allowed to see. */
  private static String noJson(JacksonException e) {
    TokenStreamLocation place = e.getLocation();
    return place == null || e instanceof StreamConstraintsException
        ? "it is no JSON: " + e.getOriginalMessage() // A limit that it exceeds
        : "it is no JSON: see its line %d, column %d"
            .formatted(place.getLineNr(), place.getColumnNr());
  }

  private static Optional<InputFault> fault(Schema schema, String json) {
    try {
      return validate(schema, json).stream()
          .findFirst()
          .map(error -> new InputFault(error.getInstanceLocation().toString(), error.getMessage()));
    } catch (JacksonException e) {
      return Optional.of(InputFault.ofWhole(noJson(e)));
    } catch (TooLongException e) {
      return Optional.of(InputFault.ofWhole(e.reason));
    } catch (ValidationLimitExceededException e) {
      return Optional.of(
          InputFault.ofWhole("its schema needs more than %d steps for it".formatted(MAX_STEPS)));
    } catch (SchemaException e) {
      // A reference that the trial payload does not reach may lead nowhere
      return Optional.of(InputFault.ofWhole("its schema cannot be evaluated: " + e.getMessage()));
    } catch (StackOverflowError e) {
      return Optional.of(InputFault.ofWhole("it is nested too deeply for the schema"));
    }
  }
}
