package org.goodtiming.scheduler.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedParametersTest {

  @Test
  void each_place_of_a_name_is_a_parameter() {
    var read = NamedParameters.of("SELECT :a, :b_2::int, :a");
    assertThat(read.text()).isEqualTo("SELECT ?, ?::int, ?");
    assertThat(read.values(Map.of("a", 1, "b_2", 2), List.of())).containsExactly(1, 2, 1);
  }

  @Test
  void conditions_have_their_values_between_those_of_the_names() {
    var read = NamedParameters.of("WHERE x = ? AND y = :y AND z = ?");
    assertThat(read.text()).isEqualTo("WHERE x = ? AND y = ? AND z = ?");
    assertThat(read.values(Map.of("y", "y"), List.of("x", "z"))).containsExactly("x", "y", "z");
  }

  @Test
  void casts_literals_and_comments_have_no_parameters() {
    String text = "SELECT a::text[], 'it''s :no, why?', 2 -- :nor this?\n WHERE b = :b";
    var read = NamedParameters.of(text);
    assertThat(read.text()).isEqualTo(text.replace(" = :b", " = ?"));
    assertThat(read.names()).containsExactly("b");
  }

  @Test
  void a_parameter_without_a_value_or_a_value_without_a_parameter_is_a_mistake() {
    var read = NamedParameters.of("SELECT :a");
    assertThatThrownBy(() -> read.values(Map.of("b", 1), List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the statement has the parameters [a], not [b]");
  }
}
