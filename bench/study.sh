#!/usr/bin/env bash
# `plyforge study` on a million random lines of all endgames of four men, beside what it cannot be faster than: reading,
# parsing and printing the lines on one thread, and bare probes.
#
#   bench/study.sh [BUILD]     BUILD: a build folder (default: build/release)
#
# TABLES=DIR: tables of --men 4 that are there already (default: solved into bench-tables of the build folder).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
tables=${TABLES:-$build/bench-tables}
lines=$build/bench-lines.epd

"$build/plyforge" endgame solve --men 4 --dir "$tables" >/dev/null
"$build/bench/study_bench" make 1000000 >"$lines"
echo "the limit, one thread:"
"$build/bench/study_bench" measure "$tables" "$lines"

# timed LABEL ARGUMENTS...
timed() {
  local label=$1 start end
  shift
  start=$(date +%s.%N)
  "$build/plyforge" study --dir "$tables" "$@" >/dev/null
  end=$(date +%s.%N)
  awk -v label="$label" -v s="$start" -v e="$end" -v n="$count" \
    'BEGIN { printf "%-34s %8.3f s  %8.0f ns each  %8.2f M/s\n", label, e - s, 1e9 * (e - s) / n, n / (e - s) / 1e6 }'
}
echo "plyforge study:"
for threads in 1 2; do
  count=1000000
  timed "values, $threads threads" --no-moves --no-line --threads $threads "$lines"
  count=5000000  # every block is unpacked by the first million
  timed "values, five times, $threads threads" --no-moves --no-line --threads $threads "$lines"{,,,,}
done
head -n 100000 "$lines" >"$lines.part"
count=100000
timed "values and moves, 2 threads" --no-line --threads 2 "$lines.part"
timed "all with lines to mate, 2 threads" --threads 2 "$lines.part"
