internal import Subprocess
internal import SystemPackage
internal import Wallet
internal import WebApp

/// Our own Caddy in front of the server, which provides TLS for the home network and uses nothing of the system's Caddy.
struct HomeFront: Sendable {
  let network: HomeNetwork
  let port: Int
  /// The folder of the certificates, and of Caddy's own files.
  let folder: FilePath

  /// Makes sure that Caddy can be run.
  ///
  /// - Throws: `Failure` if it is not installed.
  func check() async throws {
    try await HomeProgram(name: "caddy", folder: folder).succeed(["version"])
  }

  /// Runs Caddy with the settings in `$1` until a signal, or until the pipe at standard input closes (POSIX.1-2017, Shell
  /// Command Language), which happens even if this process is killed.
  ///
  /// The signal for a parent's death is useless here: it comes when the thread that started a process ends (prctl(2)). A
  /// signal before Caddy runs is lost, rather than ending only the shell; the closed pipe then ends both. Only the shell has
  /// standard output, which therefore closes once Caddy has ended.
  private static let watching = """
    exec 3<&0
    trap 'kill "$front"' TERM
    printf %s "$1" | caddy run --config - --adapter caddyfile >/dev/null 2>&1 3<&- &
    front=$!
    { read -r _; kill "$front"; } <&3 >/dev/null 2>&1 &
    watch=$!
    wait "$front"
    # The signal ends the first wait.
    wait "$front"
    kill "$watch"
    """

  /// Forwards requests to the server until the task is cancelled, or this process ends in any way.
  ///
  /// - Throws: `Failure` if it ends by itself.
  func run(before behind: Int) async throws {
    var options = PlatformOptions()
    // Ctrl-C is for the server, which then ends Caddy.
    options.processGroupID = 0
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
    do {
      _ = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", Self.watching, "sh", configuration(before: behind)],
        environment: .inherit.updating([
          "HOME": folder.string, "XDG_CONFIG_HOME": folder.string, "XDG_DATA_HOME": folder.string,
        ]),
        workingDirectory: folder, platformOptions: options, input: .inputWriter, output: .sequence,
        error: .discarded
      ) { process in
        for try await _ in process.standardOutput {}
      }
    } catch {
      if Task.isCancelled { return }
      throw error
    }
    guard Task.isCancelled else { throw Failure.homeFrontEnded(port: port) }
  }

  /// Its settings (Caddyfile, Caddy 2.6).
  ///
  /// Caddy neither requests certificates nor creates an authority, listens only on the home network's addresses, and leaves
  /// some of the server's connections for this machine.
  private func configuration(before behind: Int) -> String {
    let sites = (network.addresses + [network.localName]).map { "https://\($0):\(port)" }
    return """
      {
        admin off
        auto_https off
        storage file_system caddy
        default_sni \(network.localName)
        grace_period 2s
        log default {
          output discard
        }
        servers {
          protocols h1 h2
          max_header_size 16KB
          timeouts {
            read_header 10s
            idle 1m
          }
        }
      }
      \(sites.joined(separator: ", ")) {
        bind \(network.addresses.joined(separator: " "))
        tls server.crt server.key
        reverse_proxy 127.0.0.1:\(behind) {
          transport http {
            max_conns_per_host 128
          }
        }
      }

      """
  }
}
