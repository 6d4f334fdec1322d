package org.goodtiming.scheduler.web.job;

import static org.goodtiming.scheduler.web.http.RowJson.addIfKnown;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.job.JobFamily;

/** Parents and children of a job or run as JSON. */
final class FamilyJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  /** How many parents, and how many children, are shown. */
  private static final int SHOWN = 100;

  private FamilyJson() {}

  static void addTo(JsonObjectBuilder json, JobFamily family) {
    if (!family.parents().isEmpty()) {
      JsonArrayBuilder parents = JSON.createArrayBuilder();
      family.parents().stream().limit(SHOWN).forEach(parent -> parents.add(json(parent)));
      json.add("parents", parents).add("parentCount", family.parents().size());
    }
    if (!family.batches().isEmpty()) {
      JsonArrayBuilder batches = JSON.createArrayBuilder();
      family.batches().stream().limit(SHOWN).forEach(batch -> batches.add(json(batch)));
      json.add("parentBatches", batches);
    }
    if (!family.children().isEmpty()) {
      JsonArrayBuilder children = JSON.createArrayBuilder();
      family.children().stream().limit(SHOWN).forEach(child -> children.add(json(child)));
      json.add("children", children).add("childCount", family.children().size());
    }
  }

  private static JsonObjectBuilder json(JobFamily.Parent parent) {
    JsonObjectBuilder json = json(parent.key());
    addIfKnown(json, "state", parent.state());
    addIfKnown(json, "fireId", parent.fireId());
    addIfKnown(json, "message", parent.message());
    return json;
  }

  private static JsonObjectBuilder json(JobFamily.ParentBatch batch) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder().add("batch", batch.id()).add("onFailure", batch.onFailure());
    addIfKnown(json, "state", batch.state());
    return json;
  }

  static JsonObjectBuilder json(JobKey key) {
    return JSON.createObjectBuilder().add("queue", key.queue()).add("jobId", key.jobId());
  }
}
