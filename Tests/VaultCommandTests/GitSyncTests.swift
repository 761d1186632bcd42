import CommandLineSupport
import Foundation
import Glibc
import SystemPackage
import Testing

/// Syncs through git, with a person's own setup.
@Suite struct `Sync through git` {
  /// Each of these breaks or changes git commands that people type.
  static let settings = """
    [user]
    useConfigOnly = true
    [commit]
    gpgSign = true
    [gpg]
    program = false
    [core]
    autocrlf = true
    safecrlf = true
    fsmonitor = false
    untrackedCache = true
    splitIndex = true
    sharedRepository = world
    hooksPath = HOME/hooks
    attributesFile = HOME/attributes
    logAllRefUpdates = always
    [filter "lfs"]
    clean = false
    smudge = false
    required = true
    [init]
    templateDir = HOME/template
    defaultBranch = ..
    defaultObjectFormat = sha256
    [submodule]
    recurse = true
    [fetch]
    recurseSubmodules = on-demand
    prune = true
    pruneTags = true
    fsckObjects = true
    unpackLimit = 1000
    writeCommitGraph = true
    [transfer]
    fsckObjects = true
    credentialsInUrl = die
    [push]
    recurseSubmodules = only
    gpgSign = true
    followTags = true
    pushOption = hello
    negotiate = true
    default = nothing
    [status]
    showUntrackedFiles = no
    short = true
    [clean]
    requireForce = true
    [clone]
    defaultRemoteName = upstream
    [remote]
    pushDefault = elsewhere
    [safe]
    bareRepository = explicit
    [i18n]
    commitEncoding = ISO-8859-1
    """

  @Test func `the person's own settings do not matter`() async throws {
    let (ann, ben) = (try Person(), try Person())
    let repository = try await ann.makesRepository()
    _ = try await ann.types("init")
    try ben.takesKeys(of: ann)
    for person in [ann, ben] {
      for folder in ["hooks", "template/hooks"] {
        try FileManager.default.createDirectory(
          atPath: person.home.appending(folder).string, withIntermediateDirectories: true)
        for hook in ["pre-push", "post-index-change", "pre-commit"] {
          let path = try person.file("\(folder)/\(hook)", Array("#!/bin/sh\nexit 1\n".utf8)).string
          try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
      }
      _ = try person.file("attributes", Array("* filter=lfs text\n".utf8))
      let settings = Self.settings.replacing("HOME", with: person.home.string)
      _ = try person.file(".gitconfig", Array(settings.utf8))
    }
    for (person, name) in [(ann, "Gym"), (ben, "Baker"), (ann, "Cinema"), (ben, "Library")] {
      if person === ann || name == "Library" {
        #expect(try await person.types("add", "--name", name).status == 0)
      }
      let outcome = try await person.types("sync", "git:\(repository.string)")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try await ann.types("sync", "git:\(repository.string)").status == 0)
    for person in [ann, ben] {
      let list = try await person.types("list", "--format", "plain").output
      #expect(["Gym", "Cinema", "Library"].allSatisfy(list.contains), "\(list)")
    }
    let log = try await Person().runs(
      "/usr/bin/git", ["--git-dir", repository.string, "log", "--format=%an %ce %e %G? %s", "main"])
    #expect(
      Set(log.output.split(separator: "\n")) == ["cardvault cardvault@localhost  N cardvault sync"])
  }

  /// A host that asks for a name and a password, and passes everything else to git.
  static let host = """
    import base64, http.server, os, subprocess, sys, threading
    root, wanted = sys.argv[1], "Basic " + base64.b64encode(sys.argv[2].encode()).decode()
    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            if self.headers.get("Authorization") != wanted:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="cards"')
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            path, _, query = self.path.partition("?")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            environment = dict(os.environ, GIT_PROJECT_ROOT=root, GIT_HTTP_EXPORT_ALL="1", PATH_INFO=path,
                QUERY_STRING=query, REQUEST_METHOD=self.command, REMOTE_USER="ann", CONTENT_LENGTH=str(len(body)),
                CONTENT_TYPE=self.headers.get("Content-Type") or "",
                HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding") or "",
                GIT_PROTOCOL=self.headers.get("Git-Protocol") or "")
            ran = subprocess.run(["git", "http-backend"], input=body, env=environment, stdout=subprocess.PIPE)
            head, _, rest = ran.stdout.partition(b"\\r\\n\\r\\n")
            fields = [line.split(": ", 1) for line in head.decode().split("\\r\\n") if line]
            self.send_response(int(dict(fields).get("Status", "200").split()[0]))
            for name, value in fields:
                if name != "Status": self.send_header(name, value)
            self.send_header("Content-Length", str(len(rest)))
            self.end_headers()
            self.wfile.write(rest)
        do_GET = do_POST = answer
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    # It ends with the process that started it, whatever signals that one blocks.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    server.serve_forever()
    """

  /// Runs `body` with the port of such a host.
  static func withHost<Value>(
    _ root: FilePath, _ words: String, _ body: (String) async throws -> Value
  ) async throws -> Value {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", host, root.string, words]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      kill(process.processIdentifier, SIGKILL)
    }
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return try await body(port.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func `a password in the URL is used, and is neither on the disk nor in an argument list`()
    async throws
  {
    let person = try Person()
    let repository = try await person.makesRepository()
    _ = try await person.runs(
      "/usr/bin/git", ["--git-dir", repository.string, "config", "http.receivepack", "true"])
    // Git's own tracing shows what git itself starts.
    let trace = person.home.appending("trace")
    let path = try person.wraps("git", "printf '%s\\n' \"$@\" >>\(trace.string)")
    _ = try person.file(".gitconfig", Array("[credential]\nhelper = store\n".utf8))
    _ = try await person.types("init")
    _ = try await person.types("add", "--name", "Gym")
    try await Self.withHost(person.home, "ann:Zwetsch@Quitte") { port in
      let environment = [
        "PATH": path, "GIT_TRACE": trace.string, "GIT_TERMINAL_PROMPT": "0",
      ]
      let target = "git:http://ann:Zwetsch%40Quitte@127.0.0.1:\(port)/cards.git"
      for words in [["sync", target], ["add", "--name", "Baker"], ["sync", target]] {
        let outcome = try await person.types(words, environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      let wrong = try await person.types(
        "sync", target.replacing("Quitte", with: "Mispel"), environment: environment)
      #expect(wrong.status == 14 && !wrong.errors.contains("Mispel"), "\(wrong.errors)")
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: person.home.string)
    let log = try String(contentsOfFile: trace.string, encoding: .utf8)
    #expect(log.contains("remote-http") && log.contains("http://ann@127.0.0.1"))
    for name in names {
      let bytes = FileManager.default.contents(atPath: person.home.appending(name).string)
      for word in ["Quitte", "Mispel"] {
        #expect(bytes?.range(of: Data(word.utf8)) == nil, "\(name) holds the password")
      }
    }
    // The staging is the same for every password: its name reveals nothing of it.
    let staged = person.stagingFolders.string
    #expect(try FileManager.default.contentsOfDirectory(atPath: staged).count == 1)
  }

  @Test func `a server that never answers is abandoned, and the person's own settings stay`()
    async throws
  {
    let person = try await Person.withVault()
    let seen = person.home.appending("seen")
    let path = try person.wraps("git", "env | grep -e SSH_COMMAND -e LOW_SPEED >>\(seen.string)")
    let names = {
      let text = try String(contentsOfFile: seen.string, encoding: .utf8)
      try Data().write(to: URL(filePath: seen.string))
      return Set(text.split(separator: "\n").compactMap { $0.split(separator: "=").first })
    }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    // The system accepts the connection, and nobody ever answers.
    try #require(listen(descriptor, 1) == 0)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    try #require(code == 0)
    let target = "git:http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/cards.git"
    let environment = ["PATH": path, "GIT_HTTP_LOW_SPEED_TIME": "2"]
    let outcome = try await person.types(["sync", target], environment: environment)
    #expect(outcome.status == 14 && outcome.errors.contains("Operation too slow"))
    #expect(
      try names() == [
        "GIT_SSH_COMMAND", "GIT_HTTP_LOW_SPEED_LIMIT", "GIT_HTTP_LOW_SPEED_TIME",
      ])
    _ = try person.file(
      ".gitconfig", Array("[core]\nsshCommand = ssh -4\n[http]\nlowSpeedTime = 3\n".utf8))
    _ = try await person.types(["sync", "git:/nowhere"], environment: ["PATH": path])
    #expect(try names() == [])
  }

  @Test func `a server that prints too much is reported`() async throws {
    let person = try await Person.withVault()
    let path = try person.wraps(
      "git", "case \"$*\" in *ls-remote*) yes talk | head -c 20000000 >&2; exit 1;; esac")
    let outcome = try await person.types(["sync", "git:/nowhere"], environment: ["PATH": path])
    #expect(outcome.status == 14, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("git reported: more output than is accepted"), "\(outcome.errors)")
  }

  @Test func `paths with colons and hyphens are treated as paths`() async throws {
    let person = try Person()
    let vault = "my:cards"
    #expect(try await person.types("init", "--vault", vault).status == 0)
    #expect(try await person.types("add", "--name", "Gym", "--vault", vault).status == 0)
    for name in ["-cards.git", "your:cards.git"] {
      let repository = try await person.makesRepository(name)
      let target = name.contains(":") ? "git:./\(name)" : "git:\(name)"
      let outcome = try await person.types("sync", target, "--vault", vault)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let log = try await person.runs(
        "/usr/bin/git", ["--git-dir", repository.string, "log", "--format=%s", "main"])
      #expect(log.output == "cardvault sync\n", "\(name)")
    }
    let box = person.home.appending("box").string
    let outcome = try await person.types(
      "sync", "rclone:box:\(box)", "--vault", vault,
      environment: ["RCLONE_CONFIG_BOX_TYPE": "local", "XDG_STATE_HOME": "state:here"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: box).count == 2)
    let other = try Person()
    try other.takesKeys(of: person)
    let joined = try await other.types(
      "sync", "rclone:box:\(box)", "--vault", vault,
      environment: ["RCLONE_CONFIG_BOX_TYPE": "local"])
    #expect(joined.status == 0, "\(joined.errors)")
  }
}
