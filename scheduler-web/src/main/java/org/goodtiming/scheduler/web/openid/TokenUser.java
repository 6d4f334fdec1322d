package org.goodtiming.scheduler.web.openid;

import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.config.TokenConfig;
import org.goodtiming.scheduler.operations.user.Role;
import org.jspecify.annotations.Nullable;

/**
 * The user whom the claims of a verified token name.
 *
 * @param issuer of the token
 * @param roles labels of all roles; may be empty
 * @param queues worker queues that the groups of the user have; * is all
 */
public record TokenUser(String issuer, String name, Set<String> roles, Set<String> queues) {

  /** The audit and the database keep it. */
  private static final Pattern NAME = Pattern.compile("[!-~]{1,100}");

  /** In the order of MicroProfile JWT. */
  private static final List<String> NAME_CLAIMS = List.of("upn", "preferred_username", "sub");

  /**
   * @throws RefusedTokenException if the claims name no user
   */
  public static TokenUser of(JWTClaimsSet claims, TokenConfig config) throws RefusedTokenException {
    try {
      List<String> groups = groups(claims, config.groupsClaim());
      return new TokenUser(
          claims.getIssuer(), name(claims), roles(groups, config.roles()), queues(groups, config));
    } catch (ParseException e) {
      throw new RefusedTokenException(String.valueOf(e.getMessage()));
    }
  }

  /** Empty if none of the groups has a role. */
  public Optional<Role> highestRole() {
    return Arrays.stream(Role.values())
        .filter(role -> roles.contains(role.label()))
        .max(Comparator.naturalOrder());
  }

  private static String name(JWTClaimsSet claims) throws ParseException, RefusedTokenException {
    for (String claim : NAME_CLAIMS) {
      String name = claims.getStringClaim(claim);
      if (name != null) {
        return checked(claim, name);
      }
    }
    throw new RefusedTokenException("it names no user: none of upn, preferred_username and sub");
  }

  private static String checked(String claim, String name) throws RefusedTokenException {
    if (!NAME.matcher(name).matches()) {
      throw new RefusedTokenException(
          "claim " + claim + " must have 1 to 100 printable characters of ASCII");
    }
    return name;
  }

  /** All roles that its groups include; other groups are ignored. */
  private static Set<String> roles(List<String> groups, Map<String, String> roles) {
    return groups.stream()
        .flatMap(group -> role(group, roles).stream())
        .map(Role::included)
        .flatMap(Collection::stream)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<String> queues(List<String> groups, TokenConfig config) {
    return groups.stream()
        .flatMap(group -> config.grants().getOrDefault(group, Set.of()).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<Role> role(String group, Map<String, String> roles) {
    return Role.find(roles.isEmpty() ? group : roles.getOrDefault(group, ""));
  }

  private static List<String> groups(JWTClaimsSet claims, String claim)
      throws RefusedTokenException {
    Object value = value(claims, claim);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> groups && groups.stream().allMatch(String.class::isInstance)) {
      return groups.stream().map(String.class::cast).toList();
    }
    throw new RefusedTokenException("claim " + claim + " must be a list of texts");
  }

  /** The names of claims may have dots, as URLs do: such a claim precedes one within an object. */
  private static @Nullable Object value(JWTClaimsSet claims, String path) {
    Object value = claims.getClaim(path);
    if (value != null) {
      return value;
    }
    value = claims.getClaims();
    for (String step : path.split("\\.")) {
      value = value instanceof Map<?, ?> object ? object.get(step) : null;
    }
    return value;
  }
}
