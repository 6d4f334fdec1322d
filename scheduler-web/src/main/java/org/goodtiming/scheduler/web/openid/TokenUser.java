package org.goodtiming.scheduler.web.openid;

import com.nimbusds.jwt.JWTClaimsSet;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.config.operations.TokenConfig;
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

  /** Visible characters, with spaces only between them: the audit and the database keep it. */
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]++( ?[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]++)*+");

  private static final int MAX_NAME_LENGTH = 100;

  /**
   * @throws RefusedTokenException if the claims name no user
   */
  public static TokenUser of(JWTClaimsSet claims, TokenConfig config) throws RefusedTokenException {
    List<String> groups = groups(claims, config.claims().groups());
    return new TokenUser(
        claims.getIssuer(),
        name(claims, config.claims().names()),
        roles(groups, config.roles()),
        queues(groups, config));
  }

  /** Empty if none of the groups has a role. */
  public Optional<Role> highestRole() {
    return Arrays.stream(Role.values())
        .filter(role -> roles.contains(role.label()))
        .max(Comparator.naturalOrder());
  }

  /** Returns the value of the first claim that can be a name. */
  private static String name(JWTClaimsSet claims, List<String> names) throws RefusedTokenException {
    for (String claim : names) {
      if (value(claims, claim) instanceof String text) {
        String name = Normalizer.normalize(text, Normalizer.Form.NFC);
        if (isName(name)) {
          return name;
        }
      }
    }
    throw new RefusedTokenException(
        "it names no user: none of the claims %s is a text of 1 to %d visible characters, with single spaces between them"
            .formatted(String.join(", ", names), MAX_NAME_LENGTH));
  }

  private static boolean isName(String text) {
    return text.codePointCount(0, text.length()) <= MAX_NAME_LENGTH && NAME.matcher(text).matches();
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
    if (value == null && isOverage(claims, claim)) {
      throw new RefusedTokenException(
          "the user has too many groups for a token, which refers to another place for them (an overage of Entra ID): have the issuer put only groups of this application into claim %s, or name a claim with application roles in scheduler.rest.token.groups-claim"
              .formatted(claim));
    }
    if (value == null) {
      return List.of();
    }
    if (value instanceof String group) {
      return List.of(group);
    }
    if (value instanceof List<?> groups && groups.stream().allMatch(String.class::isInstance)) {
      return groups.stream().map(String.class::cast).toList();
    }
    throw new RefusedTokenException("claim " + claim + " must be a text or a list of texts");
  }

  /** Entra ID names the claims that it has left out in this way. */
  private static boolean isOverage(JWTClaimsSet claims, String claim) {
    return claims.getClaim("_claim_names") instanceof Map<?, ?> elsewhere
            && elsewhere.containsKey(claim)
        || claim.equals("groups") && Boolean.TRUE.equals(claims.getClaim("hasgroups"));
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
