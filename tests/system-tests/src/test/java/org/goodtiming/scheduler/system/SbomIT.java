package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bill of materials that the build leaves in target/. */
@Nightly
class SbomIT {

  @Test
  void shipped_libraries_are_listed_with_version_and_licence() throws IOException {
    for (String part :
        List.of(
            "io.micrometer:micrometer-registry-prometheus",
            "org.apache.artemis:artemis-jakarta-ra",
            "org.hibernate.orm:hibernate-core",
            "org.postgresql:postgresql")) {
      assertThat(components())
          .as(part)
          .anySatisfy(
              component -> {
                assertThat(name(component)).isEqualTo(part);
                assertThat(component.getString("version")).isNotEmpty();
                assertThat(component.getJsonArray("licenses")).isNotEmpty();
              });
    }
  }

  private static List<JsonObject> components() throws IOException {
    Path file = Path.of(System.getProperty("scheduler.root"), "target", "bom.json");
    try (var reader = Json.createReader(Files.newBufferedReader(file))) {
      return reader.readObject().getJsonArray("components").getValuesAs(JsonObject.class);
    }
  }

  private static String name(JsonObject component) {
    return component.getString("group") + ":" + component.getString("name");
  }
}
