#!/usr/bin/env bash
# What each GPU kernel costs, read from the machine code: registers, stack, spills and instructions.
#
#   bench/kernel_report.sh             prints the table as CSV
#   bench/kernel_report.sh --check     compares it with bench/kernels.csv: fails where a kernel has grown by more than 5%,
#                                      is new or gone, or where a leaf kernel of moves spills registers
#   bench/kernel_report.sh --record    writes bench/kernels.csv
#
#   bench/kernel_report.sh --all       compiles every kernel for every architecture that is supported, and prints nothing
#
# --arch sm_90 is the default; --only NAME takes one source of cuda/, "leaf_stats". Needs nvcc and binutils, no GPU.
# Instructions are the kernel's section of machine code over 16 bytes, functions that it calls included.
set -euo pipefail
cd "$(dirname "$0")/.."

arch=sm_90
action=print
only=
recorded=bench/kernels.csv

main() {
  while (($# > 0)); do
    case "$1" in
      --arch) arch=$2; shift 2 ;;
      --only) only=$2; shift 2 ;;
      --check) action=check; shift ;;
      --record) action=record; shift ;;
      --all) action=all; shift ;;
      *) echo "usage: bench/kernel_report.sh [--arch sm_90] [--only NAME] [--check|--record|--all]" >&2; exit 2 ;;
    esac
  done
  PATH=$PATH:/usr/local/cuda/bin
  for tool in nvcc readelf c++filt; do
    command -v "$tool" >/dev/null || { echo "kernel_report.sh: $tool is missing" >&2; exit 3; }
  done
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  if [[ $action == all ]]; then
    compile_all
    return
  fi
  report >"$folder/table"
  case "$action" in
    print) cat "$folder/table" ;;
    record) cp "$folder/table" "$recorded" && cat "$recorded" ;;
    check) compare <"$folder/table" ;;
  esac
}

# The table of all our kernels; Thrust's own are left out.
report() {
  echo "kernel,registers,stack_bytes,spill_bytes,instructions"
  compile "$arch"
  local name
  sources | while read -r name; do
    join <(resources <"$folder/$name.log" | sort) <(readelf -SW "$folder/$name.cubin" 2>/dev/null | sections | sort)
  done | c++filt | name_kernels | sort
}

sources() {
  local source name
  for source in cuda/*.cu; do
    name=$(basename "$source" .cu)
    if [[ -z $only || $only == "$name" ]]; then echo "$name"; fi
  done
}

# Compiles the sources to machine code of an architecture, as many at a time as there are cores.
compile() {
  # sm_90 becomes machine code, compute_90 PTX.
  local kind=-cubin
  [[ $1 == compute_* ]] && kind=-ptx
  sources | xargs -P "$(nproc)" -I NAME bash -c '
    nvcc -std=c++20 -O3 -DNDEBUG --expt-relaxed-constexpr -Werror all-warnings -arch="$1" -Icuda -Isrc "$2" -Xptxas -v \
      -o "$3/NAME.cubin" cuda/NAME.cu 2>"$3/NAME.log" || { cat "$3/NAME.log" >&2; exit 255; }' _ "$1" "$kind" "$folder"
}

# The architectures of PLYFORGE_CUDA_TARGETS=ALL (cmake/Cuda.cmake), and PTX of the newest for those that come later.
compile_all() {
  local known target newest
  known=$(nvcc --list-gpu-code)
  for target in 80 90 100 120; do
    [[ $known == *sm_$target* ]] || continue
    compile "sm_$target"
    newest=$target
    echo "sm_$target" >&2
  done
  compile "compute_$newest"
  echo "compute_$newest" >&2
}

# From ptxas's lines: NAME registers stack spills
resources() {
  sed -nE "s/.*Compiling entry function '([^']+)'.*/kernel \1/p; s/.*Function properties for ([^ ]+)/properties \1/p
           s/.* ([0-9]+) bytes stack frame, ([0-9]+) bytes spill stores.*/stack \1 \2/p; s/.*Used ([0-9]+) registers.*/used \1/p" |
    awk '$1 == "kernel" { kernel = $2; spills = 0; stack = 0 }
         $1 == "stack" { if ($2 > stack) stack = $2; spills += $3 }
         $1 == "used" { used = $2; seen[kernel] = used }
         { if (kernel != "") line[kernel] = seen[kernel] " " stack " " spills }
         END { for (kernel in line) print kernel, line[kernel] }'
}

# From readelf's lines: NAME instructions
sections() {
  sed -nE 's/^ *\[ *[0-9]+\] \.text\.([^ ]+) +PROGBITS +[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) .*/\1 \2/p' |
    while read -r name size; do echo "$name $((16#$size / 16))"; done
}

# The functor that a kernel runs is its name.
name_kernels() {
  sed -nE 's/^void plyforge::device::index_kernel<(.*)>\(.*\) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+)$/\1,\2,\3,\4,\5/p' |
    sed -E 's/plyforge:://g; s/\(anonymous namespace\):://g; s/ >/>/g; s/ ,/,/'
}

# Reads a table; fails where it has grown beyond the recorded one.
compare() {
  awk -F, '
    FNR == 1 { next }
    NR == FNR { before[$1] = $5; next }
    /Moves>,/ && $4 > 0 { printf "spills: %s, %d bytes\n", $1, $4; bad = 1 }
    !($1 in before) { printf "new: %s with %d instructions\n", $1, $5; bad = 1; next }
    { seen[$1] = 1 }
    $5 > 1.05 * before[$1] { printf "grown: %s from %d to %d instructions\n", $1, before[$1], $5; bad = 1 }
    END {
      for (kernel in before) if (!(kernel in seen)) { printf "gone: %s\n", kernel; bad = 1 }
      if (bad) print "explain it in the commit, and record it with: bench/kernel_report.sh --record"
      exit bad
    }' "$recorded" -
}

main "$@"
