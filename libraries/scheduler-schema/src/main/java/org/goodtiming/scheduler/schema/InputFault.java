package org.goodtiming.scheduler.schema;

/**
 * Why a payload does not match a schema.
 *
 * @param pointer JSON pointer (RFC 6901) to the part of the payload that is at fault; empty for the
 *     whole
 * @param reason what is wrong there
 */
public record InputFault(String pointer, String reason) {

  static InputFault ofWhole(String reason) {
    return new InputFault("", reason);
  }
}
