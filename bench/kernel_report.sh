#!/usr/bin/env bash
# What each GPU kernel costs, read from the machine code: registers, stack, spills and instructions.
#
#   bench/kernel_report.sh             prints the table as CSV
#   bench/kernel_report.sh --check     compiles for every architecture that is supported, and compares sm_90 with
#                                      bench/kernels.csv: fails where a kernel has grown by more than 5%, is new or gone,
#                                      or where a leaf kernel of moves spills registers
#   bench/kernel_report.sh --record    writes bench/kernels.csv
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
      *) echo "usage: bench/kernel_report.sh [--arch sm_90] [--only NAME] [--check|--record]" >&2; exit 2 ;;
    esac
  done
  PATH=$PATH:/usr/local/cuda/bin
  for tool in nvcc ptxas readelf c++filt; do
    command -v "$tool" >/dev/null || { echo "kernel_report.sh: $tool is missing" >&2; exit 3; }
  done
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
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
  # Those that are only compiled come first: the log of each source is that of the last.
  local others=()
  if [[ $action == check ]]; then mapfile -t others < <(all_architectures | grep -vx "$arch"); fi
  compile "${others[@]}" "$arch"
  local name
  sources | while read -r name; do
    join <(resources <"$folder/$name.log" | sort) <(readelf -SW "$folder/$name.$arch" 2>/dev/null | sections | sort)
  done | c++filt | name_kernels | sort
}

sources() {
  local source name
  for source in cuda/*/*.cu; do
    name=$(basename "$source" .cu)
    if [[ -z $only || $only == "$name" ]]; then echo "$name"; fi
  done
}

# Compiles the sources once to PTX of the oldest supported architecture, which serves all later ones too, and that to
# machine code of each architecture given. As many at a time as there are cores.
compile() {
  sources | in_parallel bash -c "nvcc -std=c++20 -O3 -DNDEBUG --expt-relaxed-constexpr -Werror all-warnings \
    -arch=compute_80 -Icuda -Isrc -ptx -o '$folder/NAME.ptx' cuda/*/NAME.cu"
  local arch
  for arch in "$@"; do
    sources | in_parallel ptxas -arch="$arch" -O3 -Werror -v -o "$folder/NAME.$arch" "$folder/NAME.ptx"
  done
}

# Runs a command for each line read, in place of NAME; what it says goes to NAME.log, and to us if it fails.
in_parallel() {
  xargs -P "$(nproc)" -I NAME bash -c '
    log=$1; shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 255; }' _ "$folder/NAME.log" "$@"
}

# The architectures of PLYFORGE_CUDA_TARGETS=ALL (cmake/Cuda.cmake) that this compiler knows.
all_architectures() {
  nvcc --list-gpu-code | grep -xE 'sm_(80|90|100|120)'
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
