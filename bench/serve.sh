#!/usr/bin/env bash
# Puts load on `plyforge serve` with wrk: endgame probes and legal moves a second with their 99th percentile, beside what
# a server of the same library reaches that only says hello, in the same run: the machine's limit. The last column is
# the share of that limit. The endgames with three men are solved for it, into a folder that is removed at the end.
#
#   bench/serve.sh
#
#   --plyforge P    the program (default build/release/plyforge)
#   --hello P       the server that says hello (default build/release/bench/hello_server)
#   --seconds N     of each measurement (default 10)
#   --clients N     connections at once (default 32)
#   --threads N     of wrk (default 2)
#   --port N        first of the two ports used (default 18080)
#
# Needs wrk and curl (Debian).
set -euo pipefail
export LC_ALL=C

kBuild='build it: cmake --preset release && cmake --build --preset release --target plyforge hello_server'

main() {
  local root seconds=10 clients=32 threads=2 port=18080
  root=$(dirname "$0")/..
  local plyforge=$root/build/release/plyforge hello=$root/build/release/bench/hello_server
  while (($# > 0)); do
    case "$1" in
      --plyforge) plyforge=${2:?--plyforge needs a path}; shift 2 ;;
      --hello) hello=${2:?--hello needs a path}; shift 2 ;;
      --seconds) seconds=${2:?--seconds needs a number}; shift 2 ;;
      --clients) clients=${2:?--clients needs a number}; shift 2 ;;
      --threads) threads=${2:?--threads needs a number}; shift 2 ;;
      --port) port=${2:?--port needs a number}; shift 2 ;;
      -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
      *) fail "unknown option $1 (see --help)" ;;
    esac
  done
  local program
  for program in wrk curl; do command -v "$program" >/dev/null || fail "$program is not installed"; done
  for program in "$plyforge" "$hello"; do [[ -x $program ]] || fail "$program is not there: $kBuild"; done

  tables=$(mktemp -d)
  trap 'rm -r "$tables"' EXIT
  "$plyforge" endgame solve KPvK --dir "$tables" >/dev/null
  "$plyforge" serve --port "$port" --tables "$tables" >/dev/null 2>&1 &
  servers=($!)
  "$hello" $((port + 1)) &
  servers+=($!)
  trap 'kill "${servers[@]}" 2>/dev/null || true; rm -r "$tables"' EXIT

  local service=http://127.0.0.1:$port limit=http://127.0.0.1:$((port + 1))
  await "$service/healthz"
  await "$limit/"
  printf '%-28s %12s %10s %10s %8s %9s\n' question requests/s 'median ms' '99% ms' errors 'of limit'
  measure "hello (the limit)" "$limit/"
  measure "health" "$service/healthz"
  measure "probe of KPvK" "$service/standard?fen=8/8/4K3/8/4P3/8/8/4k3_w_-_-_0_1"
  measure "main line of KPvK" "$service/standard/mainline?fen=8/8/4K3/8/4P3/8/8/4k3_w_-_-_0_1"
  measure "moves of the start position" "$service/api/moves"
  measure "perft 3, counted each time" "$service/api/perft?depth=3"
  measure "hello once more" "$limit/"
}

# await URL: until it answers.
await() {
  local i
  for ((i = 0; i < 100; ++i)); do
    curl -sf -o /dev/null "$1" && return
    sleep 0.1
  done
  fail "$1 does not answer"
}

# measure NAME URL: prints a line; the first rate is the limit.
limit_rate=''
measure() {
  local report rate
  curl -sf -o /dev/null "$2" || fail "$2 is refused"
  report=$(wrk --latency -t "$threads" -c "$clients" -d "${seconds}s" "$2")
  rate=$(awk '$1 == "Requests/sec:" { print $2 }' <<<"$report")
  limit_rate=${limit_rate:-$rate}
  awk -v name="$1" -v rate="$rate" -v limit="$limit_rate" '
    function ms(text) {
      if (text ~ /us$/) return text / 1000
      if (text ~ /ms$/) return text + 0
      return text * 1000
    }
    $1 == "50%" { median = ms($2) }
    $1 == "99%" { tail = ms($2) }
    /Non-2xx/ { errors += $NF }
    /Socket errors/ { gsub(",", ""); errors += $4 + $6 + $8 + $10 }
    END { printf "%-28s %12.0f %10.2f %10.2f %8d %8.0f%%\n", name, rate, median, tail, errors, 100 * rate / limit }' <<<"$report"
}

fail() {
  echo "serve.sh: $1" >&2
  exit 1
}

main "$@"
