#!/usr/bin/env bash
# Reads the same games with Plyforge and with pgn-extract (Debian), where it is installed, and prints rates and ratios. Runs
# alternate, so that a noisy machine is noisy for both; figures are medians. Both read a file that is in memory, play
# every move and check it.
#
#   bench/games.sh              1 GiB of random games with clocks in comments, made by bench/random_pgn
#   bench/games.sh FILE.pgn     the games of a file
#
#   --bytes N      size of the games made (default 1073741824)
#   --rounds N     runs of each (default 3)
#   --build DIR    where the programs are (default build/release)
set -euo pipefail
export LC_ALL=C

main() {
  local build rounds=3 bytes=1073741824 file=''
  build=$(dirname "$0")/../build/release
  while (($# > 0)); do
    case "$1" in
      --bytes) bytes=${2:?--bytes needs a number}; shift 2 ;;
      --rounds) rounds=${2:?--rounds needs a number}; shift 2 ;;
      --build) build=${2:?--build needs a folder}; shift 2 ;;
      -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
      -*) fail "unknown option $1 (see --help)" ;;
      *) file=$1; shift ;;
    esac
  done
  plyforge=$build/plyforge
  [[ -x $plyforge ]] || fail "$plyforge is not there: build it with ./quickstart.sh"
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  if [[ -z $file ]]; then
    file=$scratch/games.pgn
    "$build/bench/random_pgn" "$bytes" >"$file"
  fi
  cat "$file" >/dev/null  # from the disk into memory
  local size games
  size=$(stat --format=%s "$file")
  games=$(grep --count '^\[Event ' "$file")

  local peers=(plyforge)
  if command -v pgn-extract >/dev/null; then peers+=(pgn_extract); else echo "pgn-extract: not on this machine" >&2; fi
  local round peer
  for ((round = 1; round <= rounds; ++round)); do
    for peer in "${peers[@]}"; do
      echo "round $round: $peer" >&2
      measure "$peer" "$file"
    done
  done
  echo "$games games, $size bytes, one thread"
  printf '%-12s %10s %12s %10s %9s\n' program seconds games/s MB/s ratio
  local ours
  ours=$(median plyforge)
  for peer in "${peers[@]}"; do
    awk -v name="$peer" -v s="$(median "$peer")" -v ours="$ours" -v games="$games" -v size="$size" \
      'BEGIN { printf "%-12s %10.2f %12.0f %10.1f %9.2f\n", name, s, games / s, size / s / 1e6, s / ours }'
  done
}

# measure PROGRAM FILE: appends the seconds to the samples of the program.
measure() {
  local command
  case "$1" in
    plyforge) command=("$plyforge" game --out summary "$2") ;;
    pgn_extract) command=(pgn-extract -r "$2") ;;  # plays and reports, writes no games
  esac
  local begin=$EPOCHREALTIME
  "${command[@]}" >"$scratch/out" 2>"$scratch/err" || fail "$1 failed: $(head -3 "$scratch/err")"
  local end=$EPOCHREALTIME
  awk "BEGIN { printf \"%.3f\\n\", $end - $begin }" >>"$scratch/$1"
}

median() {
  sort -g "$scratch/$1" | awk '{ s[NR] = $1 } END { print NR % 2 ? s[(NR + 1) / 2] : (s[NR / 2] + s[NR / 2 + 1]) / 2 }'
}

fail() {
  echo "games.sh: $1" >&2
  exit 1
}

main "$@"
