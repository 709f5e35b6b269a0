#!/usr/bin/env bash
# Solves the published direct mates of tests/data/mate_cases.csv with Plyforge and with Stockfish's `go mate`, one thread
# each, and prints times and ratios. Plyforge finds every key and proves that nothing is shorter; Stockfish stops at the
# first mate it finds. Runs alternate; figures are medians of the rounds. An answer that differs from the published one
# ends the run.
#
#   bench/mates.sh
#
#   --rounds N     runs of each group (default 5)
#   --nodes N      where Stockfish gives up (default 5000000)
#   --plyforge P   the program to measure (default build/release/plyforge)
#
# Needs bash and awk, and Stockfish for the ratio.
set -euo pipefail
export LC_ALL=C

main() {
  local rounds=5 moves round
  here=$(dirname "$0")
  plyforge=$here/../build/release/plyforge
  nodes=5000000
  while (($# > 0)); do
    case "$1" in
      --rounds) rounds=${2:?--rounds needs a number}; shift 2 ;;
      --nodes) nodes=${2:?--nodes needs a number}; shift 2 ;;
      --plyforge) plyforge=${2:?--plyforge needs a path}; shift 2 ;;
      -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
      *) fail "unknown option $1 (see --help)" ;;
    esac
  done
  [[ -x $plyforge ]] || fail "$plyforge is not there: build it with ./quickstart.sh"
  # Debian keeps it in /usr/games, which root's PATH lacks.
  stockfish=$(PATH="$PATH:/usr/games" command -v stockfish || true)
  [[ -n $stockfish ]] || echo "stockfish: not on this machine" >&2

  samples=$(mktemp)
  trap 'rm -f "$samples"' EXIT
  for ((round = 1; round <= rounds; ++round)); do
    for moves in 2 3 4; do
      echo "round $round: mates in $moves" >&2
      solve_with_plyforge "$moves"
      if [[ -n $stockfish ]]; then solve_with_stockfish "$moves"; fi
    done
  done
  summarise
}

# problems MOVES: the FENs of the published mates in so many moves.
problems() { awk -F, -v goal="#$1" '$1 == goal { print $5 }' "$here/../tests/data/mate_cases.csv"; }

# Each solve_with_... appends a line `program|moves|problems|solved|seconds` to $samples.

solve_with_plyforge() {
  problems "$1" | "$plyforge" mate "$1" - --json --threads 1 | awk -v moves="$1" '
    { ++n; if (/"answer":"yes"/) ++solved; match($0, /"seconds":[0-9.e+-]+/); sum += substr($0, RSTART + 10, RLENGTH - 10) }
    END { printf "plyforge|%d|%d|%d|%.6f\n", moves, n, solved, sum; exit n != solved }' >>"$samples" ||
    fail "plyforge does not solve every mate in $1"
}

solve_with_stockfish() {
  local moves=$1 fen line from to pid begin sum=0 n=0 solved=0
  coproc engine { exec "$stockfish"; }
  from=${engine[0]} to=${engine[1]} pid=$engine_PID
  while IFS= read -r fen; do
    printf '%s\n' ucinewgame "position fen $fen" isready >&"$to"
    while IFS= read -r line <&"$from" && [[ $line != readyok* ]]; do :; done
    begin=$EPOCHREALTIME
    echo "go mate $moves nodes $nodes" >&"$to"
    found=no
    while IFS= read -r line <&"$from" && [[ $line != bestmove* ]]; do
      if [[ $line =~ score\ mate\ ([0-9]+) ]] && ((BASH_REMATCH[1] <= moves)); then found=yes; fi
    done
    sum=$(awk "BEGIN { printf \"%.6f\", $sum + $EPOCHREALTIME - $begin }")
    n=$((n + 1))
    if [[ $found == yes ]]; then solved=$((solved + 1)); fi
  done < <(problems "$moves")
  echo quit >&"$to"
  wait "$pid"
  echo "stockfish|$moves|$n|$solved|$sum" >>"$samples"
}

summarise() {
  sort -t'|' -k1,1 -k2,2n -k5,5g "$samples" | awk -F'|' '
    { id = $1 "|" $2; time[id, ++runs[id]] = $5; problems[$2] = $3; solved[id] = $4 }
    function median(id,   n) {
      n = runs[id]
      return n % 2 ? time[id, (n + 1) / 2] : (time[id, n / 2] + time[id, n / 2 + 1]) / 2
    }
    END {
      printf "%5s %8s %12s %12s %14s %8s\n", "moves", "problems", "plyforge, s", "stockfish, s", "stockfish finds", "ratio"
      for (moves = 2; moves <= 4; ++moves) {
        ours = "plyforge|" moves; theirs = "stockfish|" moves
        printf "%5d %8d %12.6f ", moves, problems[moves], median(ours)
        if (theirs in runs) printf "%12.6f %14d %8.1f\n", median(theirs), solved[theirs], median(theirs) / median(ours)
        else print "no stockfish"
      }
    }'
}

fail() {
  echo "mates.sh: $1" >&2
  exit 1
}

main "$@"
