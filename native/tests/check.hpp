/// The least that a test needs: a check that says what failed and where, also in release builds.
#pragma once

#include <cstdlib>
#include <iostream>

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      std::cerr << __FILE__ << ":" << __LINE__ << ": failed: " << #condition << "\n";   \
      std::exit(1);                                                                     \
    }                                                                                   \
  } while (false)
