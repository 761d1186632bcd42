#!/usr/bin/env bash
# Sets this machine up, builds the executables as they are packaged, and plays every test and every proof with them.
#   bash Tests/run.sh          what CI runs
#   bash Tests/run.sh --long   also what grows without bound: many more random rounds, whole matrices, the package built
#                              twice and tried in a bare Debian 12, and fuzzing
set -euo pipefail
cd "$(dirname "$0")/.."
long=()
case "${1-}" in
  "") ;;
  --long) long=(--long); export CARDVAULT_LONG=1 ;;
  *) printf 'run.sh: error: unknown option “%s”\ntry: bash Tests/run.sh --long\n' "$1" >&2; exit 64 ;;
esac
source .ci/setup
[ ${#long[@]} -eq 0 ] || setup_packages debootstrap
setup_packages desktop-file-utils groff-base lintian locales openssl strace python3-venv protobuf-compiler rclone \
  syncthing tmux

# Runs commands at the same time, and prints what each printed, one after the other. Fails if one of them failed.
side_by_side() {
  local printed started=() number failed=
  printed="$(mktemp -d)"
  # shellcheck disable=SC2064 # expanded now, as the variable is gone when the trap runs
  trap "rm -rf '$printed'" EXIT
  for number in $(seq $#); do
    # In the background, bash makes commands ignore Ctrl-C, which is to end these, too.
    (trap - INT QUIT; exec bash -c "${!number}") >"$printed/$number" 2>&1 &
    started+=($!)
  done
  for number in $(seq $#); do
    wait "${started[number - 1]}" || failed=1
    cat "$printed/$number"
  done
  rm -rf "$printed"
  trap - EXIT
  [ -z "$failed" ]
}

# Lane 1: what needs no build, and the build of the executables that every test and proof below starts.
say "checking the code's formatting and the dependencies between the folders of a module"
swift format lint --strict --recursive --parallel Package.swift Sources Tests
Tests/Structure/check
export CARDVAULT_WEB=1
CARDVAULT_BIN="$(build_programs)"
export CARDVAULT_BIN

# Lane 2: the Swift tests. They are built apart from the executables, as they access modules' internals; optimised, as the
# reader's arithmetic takes thirty times as long without.
tests=(-c release -Xswiftc -enable-testing --scratch-path .build-tests)
say "building the Swift tests (a first build takes minutes)"
swift_build --quiet "${tests[@]}" --product cardvaultPackageTests
bash Tests/Independent/setup
[ -d ../shared/corpus ] || say "skipping the tests on real photos: ../shared/corpus not found"
[ -d ../shared/exchange-samples ] ||
  say "skipping the tests on other programs' files: ../shared/exchange-samples not found"
[ "$(id -u)" -eq 0 ] || say "skipping the tests that mount small disks or read another process's memory: they need root"
# Needed for correctness: with hundreds of tests at once, each waiting for its own processes, readers exceed their time.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((4 * $(nproc)))
log="$(mktemp)"
say "testing; what the tests print, with what starts, is in $log until they pass"
swift_test "${tests[@]}" --skip-build --disable-xctest </dev/null 2>&1 | tee "$log" | grep -av --line-buffered '◇' || {
  # Of a long log, people often keep only the end.
  say "what failed:"
  grep -a '✘' "$log" | cut -c 1-300 | tail -n 60 >&2 || {
    say "no test says so; the last lines, with what had started:"
    tail -n 60 "$log" >&2
  }
  exit 1
}
rm -f "$log"

# Lane 3: the proofs. Most of them wait for the disk, the network and their own processes.
say "side by side: storms (killed processes, full disks, lost power, eight writers at once); transports (Syncthing,
    WebDAV, SFTP, git and folders between devices that edit separately); the format's vectors with the independent
    reader; the package, tried from a folder; the set-up of the browsers' proofs"
side_by_side "Tests/Storms/run ${long[*]}" "Tests/Transports/run ${long[*]}" "bash Tests/Independent/check" \
  Tests/Package/run "bash Tests/Web/setup"
say "the web app: in a browser, and against attackers"
Tests/Web/run "${long[@]}"
[ ${#long[@]} -eq 0 ] || {
  say "the package: built twice, and its whole life in a bare Debian 12"
  Tests/Package/run --long
  say "fuzzing"
  bash Tests/fuzz.sh 600
}
