#include "count/kernels.h"

#include <memory>

#include "count/bmi2_tables.h"
#include "count/counting.h"
#include "count/kernels_bmi2.h"
#include "count/kernels_portable.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace plyforge {

bool is_stopped(const std::stop_token& stop) { return stop.stop_requested(); }

const AttackTables& attack_tables() {
  static const std::unique_ptr<const AttackTables> tables = [] {
    auto filled = std::make_unique<AttackTables>();
    fill_attack_tables(*filled);
    return filled;
  }();
  return *tables;
}

bool has_fast_pext() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) return false;
  if (__builtin_cpu_is("intel")) return true;
  if (!__builtin_cpu_is("amd")) return false;
  // AMD before Zen 3 (family 19h) runs PEXT in microcode, in up to 250 cycles: uops.info, chessprogramming.org/BMI2.
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  const unsigned family = (eax >> 8 & 0xF) + (eax >> 20 & 0xFF);
  return family >= 0x19;
#else
  return false;
#endif
}

const Kernels& kernels() {
  static const Kernels chosen = has_fast_pext() ? bmi2_kernels() : portable_kernels();
  return chosen;
}

std::string slider_method() { return kernels().sliders; }

}  // namespace plyforge
