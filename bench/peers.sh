#!/usr/bin/env bash
# Counts the same positions with Plyforge and with the peers found on this machine, one thread each, and prints rates
# and ratios. Runs alternate, so that a noisy machine is noisy for all; figures are medians. A count that differs from
# the published one ends the run.
#
#   bench/peers.sh              plain counting (--no-merge): every path walked, what peers call perft without hash
#   bench/peers.sh --merged     merged counting with two threads and 8 GiB, against the peers' plain rate on one thread
#
#   --rounds N     runs of each count (default 5; with --merged 3)
#   --only NAME    only the position of that name: start, kiwipete, ...
#   --json FILE    writes the table to FILE as JSON as well
#   --plyforge P   the program to measure (default build/release/plyforge)
#
# Needs bash and awk. To add a peer: write found_NAME, which succeeds where it is installed, and count_NAME, which sets
# `nodes` and `seconds` for a FEN and a depth, and put NAME into all_peers.
set -euo pipefail
export LC_ALL=C

readonly start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
# name | FEN | depth | published count (Chess Programming Wiki, "Perft Results")
readonly plain_counts=(
  "start|$start|6|119060324"
  "start|$start|7|3195901860"
  'kiwipete|r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1|5|193690690'
  'position3|8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1|6|11030083'
  'position3|8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1|7|178633661'
  'position4|r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1|5|15833292'
  'position5|rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8|5|89941194'
  'position6|r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10|5|164075551'
  'promotions|n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1|6|71179139'
)
readonly merged_counts=(
  "start|$start|8|84998978956"
  "start|$start|9|2439530234167"
)
readonly all_peers=(stockfish)

main() {
  local merged=no rounds='' only='' json=''
  plyforge=$(dirname "$0")/../build/release/plyforge
  while (($# > 0)); do
    case "$1" in
      --merged) merged=yes; shift ;;
      --rounds) rounds=${2:?--rounds needs a number}; shift 2 ;;
      --only) only=${2:?--only needs a name}; shift 2 ;;
      --json) json=${2:?--json needs a file}; shift 2 ;;
      --plyforge) plyforge=${2:?--plyforge needs a path}; shift 2 ;;
      -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
      *) fail "unknown option $1 (see --help)" ;;
    esac
  done
  [[ -x $plyforge ]] || fail "$plyforge is not there: build it with ./quickstart.sh"

  local peer peers=()
  for peer in "${all_peers[@]}"; do
    if "found_$peer"; then peers+=("$peer"); else echo "$peer: not on this machine" >&2; fi
  done

  samples=$(mktemp)
  trap 'rm -f "$samples"' EXIT
  local round
  if [[ $merged == yes ]]; then
    for ((round = 1; round <= ${rounds:-3}; ++round)); do
      measure "$round" "$only" merged -- "${merged_counts[@]}"
      measure "$round" start "${peers[@]}" -- "${plain_counts[@]}"
    done
  else
    for ((round = 1; round <= ${rounds:-5}; ++round)); do
      measure "$round" "$only" plain "${peers[@]}" -- "${plain_counts[@]}"
    done
  fi
  [[ -s $samples ]] || fail "nothing was measured: is '$only' one of the positions?"
  summarise text
  if [[ -n $json ]]; then summarise json >"$json"; fi
}

# measure ROUND ONLY PROGRAM... -- COUNT...: runs every program once on every count (of the position ONLY, if not
# empty), and appends `program|name|depth|nodes|seconds` lines to $samples.
measure() {
  local round=$1 only=$2 programs=() count name fen depth published program
  shift 2
  while [[ $1 != -- ]]; do
    programs+=("$1")
    shift
  done
  shift
  for count in "$@"; do
    IFS='|' read -r name fen depth published <<<"$count"
    [[ -z $only || $only == "$name" ]] || continue
    for program in "${programs[@]}"; do
      echo "round $round: $name $depth, $program" >&2
      "count_$program" "$fen" "$depth"
      if [[ $nodes != "$published" ]]; then
        fail "$program counts ${nodes:-nothing} for $name $depth; published is $published"
      fi
      echo "$program|$name|$depth|$nodes|$seconds" >>"$samples"
    done
  done
}

# count_PROGRAM FEN DEPTH: sets `nodes` and `seconds`, the time from the question to the answer without start-up.

count_plain() { count_plyforge "$@" --no-merge --threads 1; }
count_merged() { count_plyforge "$@" --threads 2 --memory 8G; }

count_plyforge() {
  local fen=$1 depth=$2 line
  shift 2
  line=$("$plyforge" perft "$depth" --fen "$fen" --json "$@")
  nodes=$(json_field nodes "$line")
  seconds=$(json_field seconds "$line")
}

# json_field NAME LINE: the plain number or string of that name in a one-line object.
json_field() {
  if [[ $2 =~ \"$1\":\ *\"?([0-9.eE+-]+) ]]; then echo "${BASH_REMATCH[1]}"; fi
}

found_stockfish() {
  # Debian keeps it in /usr/games, which root's PATH lacks.
  stockfish=$(PATH="$PATH:/usr/games" command -v stockfish)
}

count_stockfish() {
  local fen=$1 depth=$2 line begin to from pid
  coproc engine { exec "$stockfish"; }
  from=${engine[0]} to=${engine[1]} pid=$engine_PID
  printf '%s\n' "setoption name Threads value 1" "position fen $fen" isready >&"$to"
  read_until readyok "$from"
  begin=$EPOCHREALTIME
  echo "go perft $depth" >&"$to"
  read_until 'Nodes searched: ' "$from"
  seconds=$(awk "BEGIN { printf \"%.6f\", $EPOCHREALTIME - $begin }")
  nodes=${line##*: }
  echo quit >&"$to"
  wait "$pid"
}

# read_until TEXT FD: reads lines until one begins with TEXT, and leaves it in `line`.
read_until() {
  while IFS= read -r line <&"$2"; do
    if [[ $line == "$1"* ]]; then return; fi
  done
  fail "the peer ended before it said '$1'"
}

# summarise text|json: medians of $samples, and our rate over each peer's. A merged count is compared with the peer's
# rate at every depth of that position.
summarise() {
  sort -t'|' -k1,1 -k2,2 -k3,3n -k5,5g "$samples" | awk -F'|' -v form="$1" '
    function close_group() {
      if (n > 0) {
        median = n % 2 ? s[(n + 1) / 2] : (s[n / 2] + s[n / 2 + 1]) / 2
        id = program "|" name "|" depth
        time[id] = median; rate[id] = nodes / median; count[id] = nodes; runs[id] = n; ids[++groups] = id
      }
      n = 0
    }
    function row(ours, theirs,   a, b) {
      split(ours, a, "|"); split(theirs, b, "|")
      if (form == "text")
        printf "%-11s %5d %15s %10.3f %9.0f   %-10s %5d %10.3f %9.0f %9.2f\n", a[2], a[3], count[ours], time[ours],
               rate[ours] / 1e6, b[1], b[3], time[theirs], rate[theirs] / 1e6, rate[ours] / rate[theirs]
      else
        printf "%s\n  {\"position\": \"%s\", \"depth\": %d, \"mode\": \"%s\", \"nodes\": \"%s\", \"runs\": %d, " \
               "\"seconds\": %.6f, \"nps\": %.0f, \"peer\": \"%s\", \"peer_depth\": %d, \"peer_seconds\": %.6f, " \
               "\"peer_nps\": %.0f, \"ratio\": %.3f}", rows++ ? "," : "", a[2], a[3], a[1], count[ours], runs[ours],
               time[ours], rate[ours], b[1], b[3], time[theirs], rate[theirs], rate[ours] / rate[theirs]
    }
    function row_alone(ours,   a) {
      split(ours, a, "|")
      if (form == "text")
        printf "%-11s %5d %15s %10.3f %9.0f   no peer\n", a[2], a[3], count[ours], time[ours], rate[ours] / 1e6
      else
        printf "%s\n  {\"position\": \"%s\", \"depth\": %d, \"mode\": \"%s\", \"nodes\": \"%s\", \"runs\": %d, " \
               "\"seconds\": %.6f, \"nps\": %.0f}", rows++ ? "," : "", a[2], a[3], a[1], count[ours], runs[ours],
               time[ours], rate[ours]
    }
    function is_ours(program) { return program == "plain" || program == "merged" }
    {
      if ($1 "|" $2 "|" $3 != program "|" name "|" depth) close_group()
      program = $1; name = $2; depth = $3; nodes = $4; s[++n] = $5
    }
    END {
      close_group()
      if (form == "text")
        printf "%-11s %5s %15s %10s %9s   %-10s %5s %10s %9s %9s\n", "position", "depth", "nodes", "seconds", "M/s",
               "peer", "depth", "seconds", "M/s", "ratio"
      else
        printf "["
      for (i = 1; i <= groups; ++i) {
        split(ids[i], a, "|")
        if (!is_ours(a[1])) continue
        found = 0
        for (j = 1; j <= groups; ++j) {
          split(ids[j], b, "|")
          if (is_ours(b[1]) || b[2] != a[2] || (a[1] == "plain" && b[3] != a[3])) continue
          row(ids[i], ids[j])
          found = 1
        }
        if (!found) row_alone(ids[i])
      }
      if (form == "json") print "\n]"
    }'
}

fail() {
  echo "peers.sh: $1" >&2
  exit 1
}

main "$@"
