package org.goodtiming.scheduler.operations;

import jakarta.ejb.ApplicationException;

/** What is to change has changed since the caller has read it. */
@ApplicationException(rollback = true)
public final class ChangedMeanwhileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}
