package org.goodtiming.scheduler.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.goodtiming.scheduler.install.IoFailure;

/** A zip file of texts without secrets. */
public final class SupportBundle implements AutoCloseable {

  /** Reads the text of a part. */
  @FunctionalInterface
  public interface Part {
    String text() throws IOException, SQLException;
  }

  private final ZipOutputStream zip;
  private final Redaction redaction;
  private final List<String> missing = new ArrayList<>();

  private SupportBundle(ZipOutputStream zip, Redaction redaction) {
    this.zip = zip;
    this.redaction = redaction;
  }

  /**
   * Creates the file, for its owner alone.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it exists
   */
  public static SupportBundle create(Path file, Redaction redaction) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new SupportBundle(new ZipOutputStream(Files.newOutputStream(file)), redaction);
  }

  /**
   * Adds a part, or remembers why it cannot be had: a bundle is made when something does not work.
   *
   * @throws IOException if the bundle cannot be written
   */
  public void add(String name, Part part) throws IOException {
    String text;
    try {
      text = part.text();
    } catch (IOException | SQLException | RuntimeException e) {
      missing.add("%s: %s".formatted(name, redaction.apply(reason(e))));
      return;
    }
    zip.putNextEntry(new ZipEntry(name));
    zip.write(redaction.apply(text).getBytes(UTF_8));
    zip.closeEntry();
  }

  /** The parts that could not be had so far, each with its reason. */
  public List<String> missing() {
    return List.copyOf(missing);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  private static String reason(Exception e) {
    if (e instanceof IOException io) {
      return IoFailure.text(io);
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
