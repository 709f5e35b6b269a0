#!/usr/bin/env bash
# Everything that needs a GPU, in one go of less than 8 minutes: builds, runs the tests of the cuda backend, the memory
# checker on small cases, then the benches. Writes one JSON file with device, driver, counts, times and rates.
#
#   bench/gpu_check.sh [--out FILE] [--build DIR]
#   bench/gpu_check.sh --dry-run       without a GPU: builds the same programs, checks that they start, and runs the bench
#                                      on Thrust's CPU system instead
#
# Exit codes: 0 all right, 1 a check failed, 3 something is missing.
set -uo pipefail
cd "$(dirname "$0")/.."

out=gpu_check.json
build=build/gpu
dry_run=false
while (($# > 0)); do
  case "$1" in
    --out) out=$2; shift 2 ;;
    --build) build=$2; shift 2 ;;
    --dry-run) dry_run=true; shift ;;
    *) echo "usage: bench/gpu_check.sh [--out FILE] [--build DIR] [--dry-run]" >&2; exit 2 ;;
  esac
done
PATH=$PATH:/usr/local/cuda/bin
steps=()   # JSON objects
failed=false

# Runs a step within a time limit, and notes how it went: step NAME SECONDS COMMAND...
step() {
  local name=$1 limit=$2 status=0 begun=$SECONDS
  shift 2
  echo "== $name: $*" >&2
  timeout "$limit" "$@" >&2 || status=$?
  ((status == 0)) || failed=true
  steps+=("{\"step\": \"$name\", \"exit\": $status, \"seconds\": $((SECONDS - begun)), \"limit\": $limit}")
}

for tool in cmake nvcc; do
  command -v "$tool" >/dev/null || { echo "gpu_check.sh: $tool is missing" >&2; exit 3; }
done
device=none
driver=none
if command -v nvidia-smi >/dev/null; then
  device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1) || device=none
  driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1) || driver=none
fi
if [[ $device == none ]] && ! $dry_run; then
  echo "gpu_check.sh: no GPU is seen by nvidia-smi; --dry-run works without one" >&2
  exit 3
fi

architectures=native
build_limit=240
if $dry_run; then
  architectures=90
  build_limit=3600
fi
tests=$build/tests/cuda/tests_gpu
programs=(plyforge plyforge_cuda tests_gpu tests_cli gpu_bench)
$dry_run && programs+=(gpu_bench_thrust)
step configure 30 cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DPLYFORGE_CUDA=ON \
  -DPLYFORGE_CUDA_TARGETS="$architectures"
step build "$build_limit" cmake --build "$build" --parallel "$(nproc)" --target "${programs[@]}"
step info 20 "$build/plyforge" info
step cli 60 "$build/tests/tests_cli" --gtest_filter='Backend.*:Info.*'
if $dry_run; then
  step tests 60 "$tests" --gtest_list_tests
  step bench 120 "$build/tests/cuda/gpu_bench_thrust" "$out.bench" --quick
else
  step tests 60 "$tests" --gtest_filter='-*Long*:*StopsWherever*'
  if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck initcheck racecheck; do
      step "$tool" 40 compute-sanitizer --tool "$tool" --error-exitcode 1 "$tests" \
        --gtest_filter='PipelineParity.OfNoPly:PipelineLimits.ExpandGivesEveryChildOnce'
    done
  fi
  step bench 120 "$build/tests/cuda/gpu_bench" "$out.bench"
fi

bench=null
[[ -f $out.bench ]] && bench=$(cat "$out.bench") && rm "$out.bench"
joined=$(IFS=,; echo "${steps[*]}")
printf '{"device": "%s", "driver": "%s", "cuda": "%s", "dry_run": %s, "failed": %s,\n "steps": [%s],\n "bench": %s}\n' \
  "$device" "$driver" "$(nvcc --version | sed -nE 's/.*release ([0-9.]+).*/\1/p')" "$dry_run" "$failed" "$joined" "$bench" >"$out"
echo "written: $out" >&2
! $failed
