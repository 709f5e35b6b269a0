#!/usr/bin/env bash
# From a fresh Debian 12 to a first count: installs what is missing, builds, and runs.
#
#   ./quickstart.sh         builds build/release/plyforge and counts 7 plies of the start position, move by move
#   ./quickstart.sh test    builds and runs the fast tests
set -euo pipefail
cd "$(dirname "$0")"

# What a build needs, and what tells that it is there: a command, or else the Debian package itself.
build_needs=(g++:g++ cmake:cmake ninja-build:ninja libtbb-dev libcli11-dev nlohmann-json3-dev libsqlite3-dev
             libzstd-dev libfathom-dev libcpp-httplib-dev libspdlog-dev pkg-config:pkg-config libgtest-dev libgmock-dev
             libbenchmark-dev)
# The tests compare with Stockfish where it is installed, run what the documentation shows, and run the GPU pipeline on Thrust, which
# CUDA brings along too.
test_needs=(stockfish python3:python3 curl:curl help2man:help2man)
[[ -d /usr/local/cuda/include ]] || test_needs+=(libthrust-dev)

main() {
  case "${1:-}" in
    "")
      install_missing "${build_needs[@]}"
      # The code for GPUs takes minutes to compile: only where there is one.
      if nvidia-smi -L >/dev/null 2>&1; then cuda=AUTO; else cuda=OFF; fi
      cmake --preset release -DPLYFORGE_CUDA="$cuda"
      cmake --build --preset release --target plyforge
      build/release/plyforge divide 7
      ;;
    test)
      install_missing "${build_needs[@]}" "${test_needs[@]}"
      cmake --preset release -DPLYFORGE_CUDA=AUTO
      cmake --build --preset release --target tests benches
      ctest --preset release --parallel "$(nproc)"
      ;;
    *)
      echo "usage: ./quickstart.sh [test]" >&2
      exit 2
      ;;
  esac
}

# Installs those of the packages that are missing; does nothing, and needs no rights, when all are there.
install_missing() {
  local need missing=()
  for need in "$@"; do
    is_installed "$need" || missing+=("${need%%:*}")
  done
  if ((${#missing[@]} == 0)); then return; fi

  if ! command -v apt-get >/dev/null; then
    echo "quickstart.sh: missing: ${missing[*]} (names of Debian 12); there is no apt-get here, please install them" >&2
    exit 3
  fi
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "quickstart.sh: missing: ${missing[*]}; to install them run this as root, or install sudo" >&2
      exit 3
    fi
    as_root=(sudo)
  fi
  echo "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# package:command, or package
is_installed() {
  if [[ $1 == *:* ]]; then
    command -v "${1#*:}" >/dev/null
  else
    [[ $(dpkg-query --show --showformat='${Status}' "$1" 2>/dev/null) == "install ok installed" ]]
  fi
}

main "$@"
