import HTTPTypes
import ReaderLink
import Testing

@testable import WebApp

@Suite("The version of the pages")
struct SiteVersionTests {
  private static let header = "X-Cardvault-Version"

  @Test func `the page names the version that answers name`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await served.ask("state", as: session)
    let version = try #require(reply.header(Self.header))
    #expect(version.hasPrefix("\(ProgramVersion.own)+") && version == SiteVersion.own)
    let shell = try await served.sent(.get, "/").text
    #expect(shell.contains(#"<meta name="cardvault-version" content="\#(version)">"#))
  }

  @Test func `a page whose session ended with the old server learns it too`() async throws {
    let (served, other) = (try await ServedVault(), try await ServedVault())
    let session = other.sessions.open(besides: nil)
    let reply = try await served.ask("state", as: session)
    #expect(reply.status == 401 && reply.header(Self.header) == SiteVersion.own)
  }

  @Test func `a page learns it whose call is gone`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    let reply = try await served.ask("former", as: session)
    #expect(reply.status == 404 && reply.header(Self.header) == SiteVersion.own)
  }

  @Test func `a locked vault's page learns it too`() async throws {
    let (served, session) = try await ServedVault.signedIn()
    served.holder.lock()
    let reply = try await served.ask("state", as: session)
    #expect(reply.status == 423 && reply.header(Self.header) == SiteVersion.own)
  }
}
