package org.goodtiming.scheduler.cli;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** The common part of the commands about a kind of object. */
abstract class Noun {

  @ParentCommand private Goodtiming root;
  private @Nullable Api connected;

  /** The connection of this call: what repeats does not ask for the password again. */
  final Api api() {
    Api api = connected == null ? root.api() : connected;
    connected = api;
    return api;
  }

  /**
   * The address of the database.
   *
   * @throws Failure if it is not given
   */
  final String databaseUrl() {
    String url = root.url() == null ? around().variable("GOODTIMING_DATABASE") : root.url();
    if (url == null) {
      throw new Failure(ExitStatus.USAGE, "No database: set --url or GOODTIMING_DATABASE");
    }
    return url;
  }

  final Output output() {
    return root.output();
  }

  /** The settings of the connection to the API. */
  final ConnectionSettings settings() {
    return root.settings();
  }

  final Surroundings around() {
    return root.around();
  }

  /** Follows the pages of a list up to the wished number of rows. */
  final void list(Address address, String member, PageOptions page, String... columns) {
    List<JsonObject> rows = new ArrayList<>();
    String cursor = null;
    do {
      int most = Math.min(page.most() - rows.size(), 500);
      JsonObject answer = api().get(address.with("limit", most).with("cursor", cursor));
      rows.addAll(answer.getJsonArray(member).getValuesAs(JsonObject.class));
      cursor = answer.getString("next", null);
    } while (cursor != null && rows.size() < page.most());
    output().rows(rows, List.of(columns));
    if (cursor != null) {
      output().note("There are more: --limit N or --all");
    }
  }

  /** A list that the API answers whole. */
  final void list(Address address, String member, String... columns) {
    JsonObject answer = api().get(address);
    output().rows(answer.getJsonArray(member).getValuesAs(JsonObject.class), List.of(columns));
  }

  final void show(Address address) {
    output().record(api().get(address));
  }

  final void post(Address address, @Nullable JsonValue body, String sentence) {
    output().done(api().post(address, body), sentence);
  }

  final void put(Address address, JsonValue body, String sentence) {
    output().done(api().put(address, body), sentence);
  }

  /**
   * @param otherwise the error if the condition is not met
   */
  final void put(
      Address address, JsonValue body, Precondition condition, String otherwise, String sentence) {
    try {
      output().done(api().put(address.on(condition.header), body), sentence);
    } catch (Failure refusal) {
      throw condition.explain(refusal, otherwise);
    }
  }

  final void delete(Address address, String sentence) {
    output().done(api().delete(address), sentence);
  }

  /** Shows the causes of the delay of a job or run. */
  final void explain(Address address) {
    JsonObject explanation = api().get(address.verb("explanation"));
    if (output().isText()) {
      new ExplanationLines(settings().options()).of(explanation).forEach(output()::text);
    } else {
      output().record(explanation);
    }
  }

  /** Shows causes in the form of an explanation. */
  final void causes(JsonArray causes) {
    new ExplanationLines(settings().options())
        .causes(causes.getValuesAs(JsonObject.class))
        .forEach(output()::text);
  }
}
