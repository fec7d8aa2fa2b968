// The test programs' main(): doctest's, with the number of skipped test cases behind its totals.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "tests/support/skipped.h"

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int status = context.run();
    std::printf("cases skipped: %d\n", glassformer::test::skipped_cases());
    return status;
}
