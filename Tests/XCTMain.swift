import Glibc
import Testing

/// Where all tests begin.
///
/// Without this file, Swift's package manager looks for XCTest's tests, of which there are none, in an index, which takes
/// a third of the time that the tests take to compile.
@main struct Tests {
  static func main() async {
    // `swift test` starts it once for each library of tests.
    let words = CommandLine.arguments
    guard let place = words.firstIndex(of: "--testing-library"),
      words.dropFirst(place + 1).first == "swift-testing"
    else { exit(EXIT_SUCCESS) }
    await __swiftPMEntryPoint() as Never
  }
}
