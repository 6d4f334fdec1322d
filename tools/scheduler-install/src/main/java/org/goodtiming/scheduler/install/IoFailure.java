package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for an {@link IOException}, whose message is often no more than a path or a host. */
public final class IoFailure {

  private IoFailure() {}

  /** The cause of a failure, for a text that names the file or the address before it. */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "you have no permission";
    }
    if (e instanceof NotDirectoryException) {
      return "it is not a directory";
    }
    if (e instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    if (e instanceof UnknownHostException) {
      return "there is no such host";
    }
    String message = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** The same after the name of the file or host, if the exception has one. */
  public static String text(IOException e) {
    String subject = e instanceof UnknownHostException ? e.getMessage() : null;
    if (e instanceof FileSystemException file) {
      subject = file.getFile();
    }
    return subject == null ? reason(e) : subject + ": " + reason(e);
  }
}
