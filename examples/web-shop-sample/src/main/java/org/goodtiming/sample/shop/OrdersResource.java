package org.goodtiming.sample.shop;

import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;

/** Places many orders at once, and says how far it has come. */
@Path("orders")
@Produces(MediaType.APPLICATION_JSON)
public class OrdersResource {

  @Inject private OrderDesk desk;

  @POST
  public Response place(@BeanParam OrdersForm form, @Context UriInfo uri) {
    try {
      var wanted = form.bulkOrder();
      var placing = desk.start(wanted);
      return Response.accepted(json(placing.progress()))
          .location(uri.getAbsolutePathBuilder().path(wanted.run()).build())
          .build();
    } catch (IllegalArgumentException e) {
      return error(Status.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  @GET
  @Path("{run}")
  public Response progress(@PathParam("run") String run) {
    return desk.placing(run)
        .map(placing -> Response.ok(json(placing.progress())).build())
        .orElseGet(() -> error(Status.NOT_FOUND, "no run '" + run + "' since the shop started"));
  }

  private static Response error(Status status, String text) {
    return Response.status(status)
        .entity(Json.createObjectBuilder().add("error", text).build())
        .build();
  }

  private static JsonObject json(Placing.Progress progress) {
    return Json.createObjectBuilder()
        .add("run", progress.run())
        .add("orders", progress.orders())
        .add("placed", progress.placed())
        .add("rolledBack", progress.rolledBack())
        .add("failed", progress.failed())
        .add("lastError", progress.lastError())
        .add("done", progress.done())
        .build();
  }
}
