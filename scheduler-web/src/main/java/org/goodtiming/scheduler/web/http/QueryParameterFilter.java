package org.goodtiming.scheduler.web.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses query parameters that the request does not have. Ignored, a filter with a spelling
 * mistake would list everything.
 */
@Provider
@Priority(Priorities.USER)
public class QueryParameterFilter implements ContainerRequestFilter {

  private static final Map<Method, Set<String>> KNOWN = new ConcurrentHashMap<>();

  private @Context ResourceInfo resource;

  @Override
  public void filter(ContainerRequestContext request) {
    Method method = resource.getResourceMethod();
    if (method != null) {
      refuseUnknown(request, KNOWN.computeIfAbsent(method, QueryParameterFilter::known));
    }
  }

  static void refuseUnknown(ContainerRequestContext request, Set<String> known) {
    Set<String> unknown = new TreeSet<>(request.getUriInfo().getQueryParameters().keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      request.abortWith(
          Problem.UNKNOWN_PARAMETER.response(
              String.join(", ", unknown), known.isEmpty() ? "none" : String.join(", ", known)));
    }
  }

  static Set<String> known(Method method) {
    return Arrays.stream(method.getParameters())
        .flatMap(QueryParameterFilter::places)
        .filter(place -> place.isAnnotationPresent(QueryParam.class))
        .map(place -> place.getAnnotation(QueryParam.class).value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The parameter, or the fields of its class. */
  private static Stream<AnnotatedElement> places(Parameter parameter) {
    return parameter.isAnnotationPresent(BeanParam.class)
        ? Arrays.stream(parameter.getType().getDeclaredFields())
        : Stream.of(parameter);
  }
}
