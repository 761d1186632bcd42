#!/usr/bin/env bash
# Sets this machine up, then checks the formatting of the code and runs all tests.
#   bash Tests/run.sh          what CI runs: of storms, transports, browser proofs, real photos and other long tests a
#                              sample, which changes with the commit
#   bash Tests/run.sh --long   also the long runs: all of these, many more random edits and pictures, and fuzzing
set -euo pipefail
cd "$(dirname "$0")/.."
# The web app is tested too.
export CARDVAULT_WEB=1
source .ci/setup
setup_packages desktop-file-utils groff-base lintian openssl strace python3-venv protobuf-compiler rclone syncthing tmux

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

case "${1-}" in
  "") ;;
  --long)
    export CARDVAULT_LONG=1
    # All is optimised, as it is installed: what is left of secrets in memory depends on it.
    unset SWIFT_DRIVER_SWIFT_FRONTEND_EXEC
    tests_build+=(--scratch-path .build-tests-long)
    ;;
  *) stop "unknown option “$1”" "the only option is --long" "bash Tests/run.sh --long" ;;
esac

say "checking the code's formatting and the dependencies between the folders of a module; setting up the independent
    reader of the format"
side_by_side "swift format lint --strict --recursive --parallel Package.swift Sources Tests" Tests/Structure/check \
  "bash Tests/Independent/setup"
# CI has just built everything for the samples.
[ -n "${CARDVAULT_ONE_BUILD-}" ] || {
  say "building (a first build takes minutes)"
  build_tests --quiet
}
built="$(swift_build "${tests_build[@]}" --show-bin-path)"
[ -d ../shared/corpus ] || say "skipping the tests on real photos: ../shared/corpus not found"
[ -d ../shared/exchange-samples ] ||
  say "skipping the tests on other programs' files: ../shared/exchange-samples not found"
[ "$(id -u)" -eq 0 ] || say "skipping the tests that mount small disks or read another process's memory: they need root"
say "testing"
# Many tests wait for their own processes; if hundreds of these run at once, they slow each other down.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((4 * $(nproc)))
# Picks the samples that the tests play, so that each commit plays others.
export CARDVAULT_SEED="${CARDVAULT_SEED-$((16#$(git rev-parse --short=7 HEAD 2>/dev/null || echo 1)))}"
say "the Swift tests' seed is $CARDVAULT_SEED; to repeat them: CARDVAULT_SEED=$CARDVAULT_SEED bash Tests/run.sh"
# On a disk, syncing their files takes much of the time, and in memory none. With --long, homes are on the disk.
homes="${TMPDIR:-/tmp}" memory=/dev/shm
if [ -z "${CARDVAULT_LONG-}" ] && [ "$(df --output=avail -k $memory 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null &&
  options="$(findmnt -n -o OPTIONS --target $memory)" && [[ ",$options," != *,noexec,* ]]; then
  # Not a folder in it: the names of sockets must be short.
  homes=$memory
  say "the homes of the tests are in memory"
fi
log="$(mktemp)"
say "what the tests print, with what starts, is in $log until they pass"
# What `swift test` would run, which would first compile the packages' manifests again, for this environment.
tests=("$built/cardvaultPackageTests.xctest" --testing-library swift-testing)
# Tests that start commands take more than half of the time: a third of them waits for another commit. What each test
# plays depends on the whole seed; its upper bits pick the tests, so that no part of one always waits.
[ -n "${CARDVAULT_LONG-}" ] || {
  mapfile -t waiting < <("${tests[@]}" --list-tests |
    grep -aE '^(CommandLineTests|ImportExportTests|VaultCommandTests)\.' | LC_ALL=C sort |
    awk -v seed="$CARDVAULT_SEED" '(NR + int(seed / 1024)) % 3 == 0' | sed 's/[][\\.*^$(){}?+|]/\\&/g')
  [ ${#waiting[@]} -eq 0 ] || tests+=(--skip "^($(IFS='|'; printf %s "${waiting[*]}"))")
  say "another commit plays ${#waiting[@]} of the tests that start commands"
}
TMPDIR="$homes" "${tests[@]}" </dev/null 2>&1 | tee "$log" | grep -av --line-buffered '◇' || {
  # Of a long log, people often keep only the end.
  say "what failed:"
  grep -a '✘' "$log" | cut -c 1-300 | tail -n 60 >&2 || {
    say "no test says so; the last lines, with what had started:"
    tail -n 60 "$log" >&2
  }
  exit 1
}
rm -f "$log"
# Each of these waits for the disk, the network and its own processes. The package is one long chain, so the others let
# it go first.
proofs=("nice Tests/Storms/run --executable '$built' ${CARDVAULT_LONG:+--long}" "nice bash Tests/Independent/check"
  "nice Tests/Transports/run --executable '$built' ${CARDVAULT_LONG:+--long}" "nice bash Tests/Web/setup")
proved="storms (killed processes, full disks, lost power, eight writers at once); the format's vectors with the
    independent reader; transports (Syncthing, WebDAV, SFTP, git and folders between devices that edit separately); the
    set-up of the browsers' proofs"
[ -n "${CARDVAULT_LONG-}" ] || {
  proofs+=("Tests/Package/run")
  proved+="; the package, tried from a folder"
}
say "side by side: $proved"
side_by_side "${proofs[@]}"
say "the web app: in a browser, and against attackers"
Tests/Web/run --executable "$built" ${CARDVAULT_LONG:+--long}
[ -z "${CARDVAULT_LONG-}" ] || {
  say "the package: built twice, and its whole life in a bare Debian 12"
  setup_packages debootstrap
  Tests/Package/run --long
  say "fuzzing"
  bash Tests/fuzz.sh 600
}
