package org.goodtiming.scheduler.web;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packagesOf = RestApplication.class,
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().matching("org.goodtiming.scheduler.(**)").should().beFreeOfCycles();
}
