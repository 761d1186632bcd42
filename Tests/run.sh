#!/usr/bin/env bash
# Sets this machine up, then checks the formatting of the code and runs all tests.
#   bash Tests/run.sh          what CI runs: of storms, carriers, browser proofs and real photos a sample, which changes with the commit
#   bash Tests/run.sh --long   also the long runs: all of these, many more random edits and pictures, and fuzzing
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/setup
setup_packages desktop-file-utils groff-base lintian openssl strace python3-venv protobuf-compiler rclone syncthing tmux

# The web app is tested too.
export CARDVAULT_WEB=1

case "${1-}" in
  "") ;;
  --long) export CARDVAULT_LONG=1 ;;
  *) stop "unknown option “$1”" "the only option is --long" "bash Tests/run.sh --long" ;;
esac

say "checking the code's formatting"
swift format lint --strict --recursive --parallel Package.swift Sources Tests
say "looking for circular dependencies between the folders of a module"
Tests/Structure/check
# CI has just built everything for the samples.
[ -n "${CARDVAULT_ONE_BUILD-}" ] || {
  say "building (a first build takes minutes)"
  swift_build --quiet "${tests_build[@]}" --build-tests
}
[ -d ../shared/corpus ] || say "skipping the tests on real photos: ../shared/corpus not found"
[ -d ../shared/exchange-samples ] ||
  say "skipping the tests on other programs' files: ../shared/exchange-samples not found"
[ "$(id -u)" -eq 0 ] || say "skipping the tests that mount small disks or read another process's memory: they need root"
say "setting up the independent reader of the format"
bash Tests/Independent/setup
say "testing"
# Many tests wait for their own processes; if hundreds of these run at once, they slow each other down.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((4 * $(nproc)))
log="$(mktemp)"
swift_test "${tests_build[@]}" --skip-build 2>&1 | tee "$log" || {
  # Of a long log, people often keep only the end.
  say "what failed:"
  grep -a '✘' "$log" | cut -c 1-300 | tail -n 60 >&2
  exit 1
}
rm -f "$log"
say "checking the format's vectors with the independent reader"
bash Tests/Independent/check
say "storms: killed processes, full disks, lost power, eight writers at once"
built="$(swift_build "${tests_build[@]}" --show-bin-path)"
Tests/Storms/run --executable "$built" ${CARDVAULT_LONG:+--long}
say "carriers: Syncthing, WebDAV, SFTP, git and folders between devices that edit separately"
Tests/Carriers/run --executable "$built" ${CARDVAULT_LONG:+--long}
say "the web app: in a browser, and against attackers"
bash Tests/Web/setup
Tests/Web/run --executable "$built" ${CARDVAULT_LONG:+--long}
say "the package: its contents, and the main job from a folder; with --long in a bare Debian 12"
[ -z "${CARDVAULT_LONG-}" ] || setup_packages debootstrap
Tests/Package/run ${CARDVAULT_LONG:+--long}
[ -z "${CARDVAULT_LONG-}" ] || {
  say "fuzzing"
  bash Tests/fuzz.sh 600
}
