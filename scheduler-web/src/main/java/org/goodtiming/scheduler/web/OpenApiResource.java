package org.goodtiming.scheduler.web;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;

/**
 * The description of the API by OpenAPI 3.1: a file of this module, which a test compares with it.
 */
@Path("openapi")
@Produces(MediaType.APPLICATION_JSON)
public class OpenApiResource {

  static final String FILE = "/openapi.json";

  @GET
  @Needs(Role.VIEWER)
  public String document() {
    try (InputStream file =
        Objects.requireNonNull(OpenApiResource.class.getResourceAsStream(FILE), FILE)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
