package org.goodtiming.scheduler.cli.doctor;

/**
 * What is wrong.
 *
 * @param seen names the value that was seen, and what follows from it
 * @param cure a command, or where there is none, what to do
 */
public record Finding(FindingCode code, String seen, String cure) {}
