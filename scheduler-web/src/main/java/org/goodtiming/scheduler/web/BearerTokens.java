package org.goodtiming.scheduler.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.security.interfaces.ECPublicKey;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.BearerConfig;
import org.goodtiming.scheduler.operations.Role;
import org.jspecify.annotations.Nullable;

/** Verifies JSON web tokens of one issuer, by the claims of MicroProfile JWT. */
final class BearerTokens {

  private static final Set<JWSAlgorithm> RSA = JWSAlgorithm.Family.RSA;
  private static final Set<JWSAlgorithm> EC = JWSAlgorithm.Family.EC;

  /** The audit and the database keep it. */
  private static final Pattern NAME = Pattern.compile("[!-~]{1,100}");

  /** The types of RFC 9068. */
  private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

  private static final JOSEObjectType ACCESS_TOKEN_MEDIA_TYPE =
      new JOSEObjectType("application/at+jwt");

  private static final List<String> NAME_CLAIMS = List.of("upn", "preferred_username", "sub");

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  BearerTokens(BearerConfig config) {
    Set<JWSAlgorithm> algorithms = config.publicKey() instanceof ECPublicKey ? EC : RSA;
    // The token names its algorithm, and must not choose one that uses the public key as a secret
    processor.setJWSKeySelector(
        (header, context) ->
            algorithms.contains(header.getAlgorithm()) ? List.of(config.publicKey()) : List.of());
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, ACCESS_TOKEN, ACCESS_TOKEN_MEDIA_TYPE, null));
    processor.setJWTClaimsSetVerifier(
        new DefaultJWTClaimsVerifier<>(
            config.audience(),
            new JWTClaimsSet.Builder().issuer(config.issuer()).build(),
            Set.of("exp")));
  }

  /**
   * The user of a token.
   *
   * @throws RefusedTokenException if it is not valid
   */
  ApiLogin login(String token) throws RefusedTokenException {
    try {
      JWTClaimsSet claims = processor.process(token, null);
      if (claims.getExpirationTime() == null) {
        // The verifier only checks that the claim is there: it may be null
        throw new RefusedTokenException("it does not expire: claim exp is null");
      }
      return new ApiLogin(name(claims), roles(claims), ApiLogin.Way.BEARER, null);
    } catch (ParseException e) {
      throw new RefusedTokenException("it cannot be read");
    } catch (BadJOSEException | JOSEException e) {
      throw new RefusedTokenException(String.valueOf(e.getMessage()));
    }
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
  private static Set<String> roles(JWTClaimsSet claims) throws ParseException {
    @Nullable List<String> groups = claims.getStringListClaim("groups");
    return Set.copyOf(
        (groups == null ? List.<String>of() : groups)
            .stream()
                .flatMap(group -> Role.find(group).stream())
                .map(Role::included)
                .flatMap(Collection::stream)
                .distinct()
                .toList());
  }
}
