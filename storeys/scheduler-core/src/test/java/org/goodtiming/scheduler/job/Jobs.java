package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.jspecify.annotations.Nullable;

/** Jobs for tests, due at once unless said otherwise. */
public final class Jobs {

  private final JobKey key;
  private Due due = new Due.After(Duration.ZERO);
  private IfExists ifExists = IfExists.REPLACE;
  private Instant sentAt = Instant.parse("2026-12-01T10:00:00Z");
  private @Nullable String messageId;
  private @Nullable Instant expiresAt;
  private int priority = 4;
  private Body body = Body.text("check the order");
  private Map<String, Object> properties = Map.of();
  private Map<JobProperty, Object> carried = Map.of();
  private @Nullable String group;
  private boolean tracked;
  private boolean encrypted;
  private boolean keyed;

  private Jobs(JobKey key) {
    this.key = key;
  }

  public static Jobs job(String queue, String jobId) {
    return new Jobs(new JobKey(queue, jobId));
  }

  public Jobs dueAt(String moment) {
    due = new Due.At(Instant.parse(moment));
    return this;
  }

  public Jobs after(Duration delay) {
    due = new Due.After(delay);
    return this;
  }

  public Jobs recurring(String recurrence, String first) {
    return recurring(recurrence, Misfire.FIRE_ONCE, first);
  }

  public Jobs recurring(String recurrence, Misfire misfire, String first) {
    return recurring(Recurrence.parse(recurrence), misfire, Instant.parse(first));
  }

  Jobs recurring(Recurrence recurrence, Misfire misfire, Instant first) {
    due = new Due.Recurring(recurrence, misfire, Overlap.ALLOWED, first, Duration.ZERO, 0);
    return this;
  }

  public Jobs overlap(Overlap overlap) {
    Due.Recurring recurring = (Due.Recurring) due;
    due =
        new Due.Recurring(
            recurring.recurrence(),
            recurring.misfire(),
            overlap,
            recurring.first(),
            Duration.ZERO,
            0);
    return this;
  }

  Jobs jitter(Duration jitter) {
    Due.Recurring of = (Due.Recurring) due;
    due = new Due.Recurring(of.recurrence(), of.misfire(), of.overlap(), of.first(), jitter, 0);
    return this;
  }

  public Jobs pauseAfterFailures(int failures) {
    Due.Recurring of = (Due.Recurring) due;
    due =
        new Due.Recurring(
            of.recurrence(), of.misfire(), of.overlap(), of.first(), of.jitter(), failures);
    return this;
  }

  Jobs ifExists(IfExists value) {
    ifExists = value;
    return this;
  }

  public Jobs sentAt(Instant value) {
    sentAt = value;
    return this;
  }

  Jobs messageId(String value) {
    messageId = value;
    return this;
  }

  public Jobs expiresAt(Instant value) {
    expiresAt = value;
    return this;
  }

  public Jobs priority(int value) {
    priority = value;
    return this;
  }

  public Jobs body(Body value) {
    body = value;
    return this;
  }

  public Jobs properties(Map<String, Object> value) {
    properties = value;
    return this;
  }

  public Jobs carried(Map<JobProperty, Object> value) {
    carried = value;
    return this;
  }

  public Jobs group(String value) {
    group = value;
    return this;
  }

  public Jobs tracked() {
    tracked = true;
    return this;
  }

  public Jobs keyed() {
    keyed = true;
    return this;
  }

  public Jobs encrypted() {
    encrypted = true;
    return this;
  }

  public NewJob build() {
    Envelope envelope = new Envelope(body, properties, carried, group, priority);
    return new NewJob(
        key, due, ifExists, sentAt, "test", messageId, expiresAt, tracked, envelope, null,
        encrypted, keyed);
  }
}
