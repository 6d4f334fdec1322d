package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoleScriptTest {

  @Test
  void a_server_without_roles_needs_the_whole_script() {
    String script = SqlFiles.roles().replaceAll("(?m)^\\s*--.*\n", "").replaceAll("\\s+", "");
    String statements =
        String.join("", RoleScript.missing(Map.of())).replaceAll("(?m)^\\s*--.*\n", "");
    assertThat(statements.replaceAll("\\s+", "")).isEqualTo(script);
  }

  @Test
  void roles_that_exist_get_only_settings_that_they_lack() {
    Map<String, Map<String, String>> roles = new HashMap<>();
    for (DatabaseRole role : DatabaseRole.values()) {
      roles.put(role.login(), new TreeMap<>(role.settings()));
    }
    roles.get("scheduler_xa").remove("jit");
    roles.get("scheduler_xa").put("lock_timeout", "1h");
    List<String> missing = RoleScript.missing(roles);
    assertThat(missing).hasSize(2);
    assertThat(missing.get(0)).isEqualTo("ALTER ROLE scheduler_xa SET jit = off;");
    assertThat(missing.get(1)).startsWith("DO $$");
  }

  @Test
  void a_role_that_is_missing_is_created_with_its_settings() {
    Map<String, Map<String, String>> roles = new HashMap<>();
    for (DatabaseRole role : DatabaseRole.values()) {
      roles.put(role.login(), role.settings());
    }
    roles.remove("scheduler_read");
    List<String> missing = RoleScript.missing(roles);
    assertThat(missing)
        .contains(
            "CREATE ROLE scheduler_read LOGIN;", "ALTER ROLE scheduler_read CONNECTION LIMIT 60;")
        .hasSize(3 + DatabaseRole.READER.settings().size());
  }
}
