package org.goodtiming.sample.shop;

import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

/** Begins imports of articles, each with a name of its own; the scheduler's console shows them. */
@Path("imports/{name}")
public class ImportsResource {

  @Inject private ImportService imports;

  @PUT
  public Response start(
      @PathParam("name") String name,
      @FormParam("articles") @DefaultValue("500") int articles,
      @FormParam("withoutPrice") @DefaultValue("0.01") double withoutPrice) {
    if (articles < 1 || !(withoutPrice >= 0 && withoutPrice <= 1)) {
      return Response.status(Status.BAD_REQUEST)
          .entity("articles must be at least 1, and withoutPrice from 0 to 1")
          .build();
    }
    imports.start(name, articles, new Share(withoutPrice));
    return Response.accepted().build();
  }
}
