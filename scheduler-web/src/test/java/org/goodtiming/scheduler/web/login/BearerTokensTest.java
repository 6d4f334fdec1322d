package org.goodtiming.scheduler.web.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.openid.RefusedTokenException;
import org.goodtiming.scheduler.web.openid.TokenUser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokensTest {

  private static final KeyPair RSA = keys("RSA");
  private static final KeyPair EC = keys("EC");

  private final BearerTokens tokens = tokens(RSA);

  @Test
  void a_valid_token_yields_user_and_roles() throws Exception {
    TokenUser login = tokens.user(signed(claims().build()));

    assertThat(login.name()).isEqualTo("jane");
    assertThat(login.issuer()).isEqualTo("https://issuer.example");
    assertThat(login.highestRole()).contains(Role.OPERATOR);
    assertThat(login.roles()).contains("viewer", "operator").doesNotContain("admin");
    assertThat(login.queues()).isEmpty();
  }

  @Test
  void a_key_on_an_elliptic_curve_will_do() throws Exception {
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256), claims().build());
    token.sign(new ECDSASigner((ECPrivateKey) EC.getPrivate()));

    assertThat(tokens(EC).user(token.serialize()).name()).isEqualTo("jane");
    assertRefused(tokens, token.serialize());
  }

  @ParameterizedTest
  @CsvSource({"upn,jane", "preferred_username,john", "sub,4711"})
  void the_name_is_that_of_microprofile_jwt(String last, String name) throws Exception {
    JWTClaimsSet.Builder claims = claims().claim("preferred_username", "john").subject("4711");
    for (String claim : List.of("upn", "preferred_username", "sub")) {
      if (claim.equals(last)) {
        break;
      }
      claims.claim(claim, null);
    }
    assertThat(tokens.user(signed(claims.build())).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Jane Doe", "jürgen", "李小龍", "o'neill@example.com", "x😀"})
  void a_name_is_any_visible_text(String name) throws Exception {
    assertThat(tokens.user(signed(claims().claim("upn", name).build())).name()).isEqualTo(name);
  }

  @Test
  void a_name_is_the_same_however_its_accents_are_written() throws Exception {
    String decomposed = "Ju\u0308rgen";

    assertThat(tokens.user(signed(claims().claim("upn", decomposed).build())).name())
        .isEqualTo("Jürgen");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " jane", "jane ", "ja  ne", "ja\u202ene", "ja\u0000ne", "ja\u00a0ne"})
  void a_text_that_can_be_no_name_gives_way_to_the_next_claim(String text) throws Exception {
    JWTClaimsSet.Builder claims = claims().claim("upn", text).subject("4711");

    assertThat(tokens.user(signed(claims.build())).name()).isEqualTo("4711");
    assertRefused(tokens, signed(claims.subject(null).build()));
  }

  @Test
  void the_name_is_in_the_first_claim_of_the_setting_that_has_one() throws Exception {
    BearerTokens byMail = tokens(RSA, Map.of("name-claims", "contact.mail, sub"));
    JWTClaimsSet.Builder claims = claims().claim("contact", Map.of("mail", "j@x")).subject("4711");

    assertThat(byMail.user(signed(claims.build())).name()).isEqualTo("j@x");
    assertThat(byMail.user(signed(claims.claim("contact", null).build())).name()).isEqualTo("4711");
    assertRefused(byMail, signed(claims.subject(null).build()));
  }

  @Test
  void groups_that_did_not_fit_into_the_token_are_named_as_the_reason() throws Exception {
    Map<String, Object> elsewhere =
        Map.of("_claim_names", Map.of("groups", "src1"), "hasgroups", true);
    for (Map.Entry<String, Object> claim : elsewhere.entrySet()) {
      String token =
          signed(claims().claim("groups", null).claim(claim.getKey(), claim.getValue()).build());

      assertThatThrownBy(() -> tokens.user(token))
          .isInstanceOf(RefusedTokenException.class)
          .hasMessageContaining("too many groups");
    }
  }

  @Test
  void who_has_no_role_of_ours_may_do_nothing() throws Exception {
    assertThat(tokens.user(signed(claims().claim("groups", List.of("root")).build())).roles())
        .isEmpty();
    assertThat(tokens.user(signed(claims().claim("groups", null).build())).roles()).isEmpty();
  }

  @Test
  void a_token_for_others_for_another_time_or_without_a_user_is_refused() throws JOSEException {
    Date past = Date.from(Instant.now().minus(Duration.ofHours(1)));
    Date future = Date.from(Instant.now().plus(Duration.ofHours(1)));
    for (JWTClaimsSet claims :
        List.of(
            claims().expirationTime(past).build(),
            claims().expirationTime(null).build(),
            claims().notBeforeTime(future).build(),
            claims().issuer("https://other.example").build(),
            claims().issuer(null).build(),
            claims().audience("other").build(),
            claims().audience(List.of()).build(),
            claims().claim("upn", null).build(),
            claims().claim("upn", "").build(),
            claims().claim("upn", "a\nb").build(),
            claims().claim("upn", "x".repeat(101)).build(),
            claims().claim("upn", 1).build(),
            claims().claim("groups", List.of(1)).build(),
            claims().claim("groups", Map.of("admin", true)).build())) {
      assertRefused(tokens, signed(claims));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exp", "iss", "aud"})
  void a_claim_that_is_null_is_as_if_it_were_absent(String claim) throws JOSEException {
    Map<String, Object> json = new HashMap<>(claims().build().toJSONObject());
    assertThat(json.put(claim, null)).isNotNull();
    JWSObject token = new JWSObject(new JWSHeader(JWSAlgorithm.RS256), new Payload(text(json)));
    token.sign(new RSASSASigner(RSA.getPrivate()));

    assertThat(token.getPayload().toString()).contains("\"" + claim + "\":null");
    assertRefused(tokens, token.serialize());
  }

  private static String text(Map<String, Object> json) {
    return JSONObjectUtils.toJSONString(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JWT", "at+jwt", "AT+JWT", "application/at+jwt"})
  void access_tokens_are_accepted_by_the_type_of_rfc_9068_too(String type) throws Exception {
    assertThat(tokens.user(ofType(type)).name()).isEqualTo("jane");
  }

  @Test
  void tokens_of_another_type_are_refused() throws JOSEException {
    assertRefused(tokens, ofType("dpop+jwt"));
    assertRefused(tokens, ofType("secevent+jwt"));
  }

  private static String ofType(String type) throws JOSEException {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256).type(new JOSEObjectType(type)).build();
    SignedJWT token = new SignedJWT(header, claims().build());
    token.sign(new RSASSASigner(RSA.getPrivate()));
    return token.serialize();
  }

  @Test
  void clocks_may_differ_by_half_a_minute() throws Exception {
    assertThat(tokens.user(signed(expired(Duration.ofSeconds(20)))).name()).isEqualTo("jane");
    assertRefused(tokens, signed(expired(Duration.ofSeconds(40))));
  }

  @Test
  void clocks_may_differ_as_the_setting_says() throws Exception {
    BearerTokens strict = tokens(RSA, Map.of("clock-skew", "PT0S"));
    BearerTokens lax = tokens(RSA, Map.of("clock-skew", "PT5M"));
    String token = signed(expired(Duration.ofSeconds(10)));

    assertRefused(strict, token);
    assertThat(lax.user(token).name()).isEqualTo("jane");
    assertRefused(lax, signed(expired(Duration.ofSeconds(310))));
  }

  @Test
  void a_group_has_the_role_of_the_table_and_no_other() throws Exception {
    BearerTokens byTable = tokens(RSA, Map.of("roles", "/batch team=submitter; staff=viewer"));

    assertThat(roles(byTable, "groups", List.of("/batch team"))).contains("submitter");
    assertThat(roles(byTable, "groups", List.of("staff", "other"))).containsExactly("viewer");
    assertThat(roles(byTable, "groups", List.of("admin"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void the_table_can_name_each_role(Role role) throws Exception {
    BearerTokens byTable = tokens(RSA, Map.of("roles", "staff=" + role.label()));

    assertThat(roles(byTable, "groups", List.of("staff")))
        .containsExactlyInAnyOrderElementsOf(role.included());
  }

  @Test
  void the_groups_are_in_the_claim_that_the_setting_names() throws Exception {
    BearerTokens nested = tokens(RSA, Map.of("groups-claim", "realm_access.roles"));
    BearerTokens url = tokens(RSA, Map.of("groups-claim", "https://a.example/roles"));
    List<String> viewer = List.of("viewer");

    assertThat(roles(nested, "realm_access", Map.of("roles", viewer))).containsExactly("viewer");
    assertThat(roles(nested, "realm_access", Map.of())).isEmpty();
    assertThat(roles(nested, "realm_access", viewer)).isEmpty();
    assertThat(roles(url, "https://a.example/roles", viewer)).containsExactly("viewer");
    assertThat(roles(url, "https://a.example/roles", "viewer")).containsExactly("viewer");
  }

  @Test
  void groups_have_worker_queues_by_a_table() throws Exception {
    BearerTokens table = tokens(RSA, Map.of("grants", "packers=pack,mail; clerks=mail,bill; it=*"));

    assertThat(queues(table, "packers", "clerks"))
        .containsExactlyInAnyOrder("pack", "mail", "bill");
    assertThat(queues(table, "it", "staff")).containsExactly("*");
    assertThat(queues(table, "staff")).isEmpty();
  }

  private static Set<String> queues(BearerTokens tokens, String... groups) throws Exception {
    return tokens.user(signed(claims().claim("groups", List.of(groups)).build())).queues();
  }

  private static Set<String> roles(BearerTokens tokens, String claim, Object value)
      throws Exception {
    return tokens.user(signed(claims().claim(claim, value).build())).roles();
  }

  private static JWTClaimsSet expired(Duration since) {
    return claims().expirationTime(Date.from(Instant.now().minus(since))).build();
  }

  @Test
  void a_token_without_a_signature_of_the_issuer_is_refused() throws Exception {
    assertRefused(tokens, new PlainJWT(claims().build()).serialize());
    assertRefused(tokens, sign(JWSAlgorithm.RS256, new RSASSASigner(keys("RSA").getPrivate())));
    // The public key is known to everybody
    assertRefused(tokens, sign(JWSAlgorithm.HS256, new MACSigner(RSA.getPublic().getEncoded())));
    String[] parts = signed(claims().build()).split("\\.");
    String[] others = signed(claims().claim("groups", List.of("admin")).build()).split("\\.");
    assertRefused(tokens, parts[0] + "." + others[1] + "." + parts[2]);
    assertRefused(tokens, parts[0] + "." + parts[1] + ".");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "a.b.c", "..", "e30.e30.", "e30.e30.e30"})
  void a_text_that_is_no_token_is_refused(String text) {
    assertRefused(tokens, text);
  }

  private static void assertRefused(BearerTokens tokens, String token) {
    assertThatThrownBy(() -> tokens.user(token))
        .as(token)
        .isInstanceOf(RefusedTokenException.class)
        .message()
        .isNotBlank();
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("https://issuer.example")
        .audience("scheduler")
        .expirationTime(Date.from(Instant.now().plus(Duration.ofHours(1))))
        .claim("upn", "jane")
        .claim("groups", List.of("operator", "staff"));
  }

  private static String signed(JWTClaimsSet claims) throws JOSEException {
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
    token.sign(new RSASSASigner(RSA.getPrivate()));
    return token.serialize();
  }

  private static String sign(JWSAlgorithm algorithm, JWSSigner signer) throws JOSEException {
    SignedJWT token = new SignedJWT(new JWSHeader(algorithm), claims().build());
    token.sign(signer);
    return token.serialize();
  }

  private static BearerTokens tokens(KeyPair keys) {
    return tokens(keys, Map.of());
  }

  private static BearerTokens tokens(KeyPair keys, Map<String, String> settings) {
    String key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
    return BearerTokenSettings.tokens("public-key", key, settings);
  }

  private static KeyPair keys(String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(Map.of("RSA", 2048, "EC", 256).get(algorithm));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
