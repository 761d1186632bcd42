import ArgumentParser
import Cdrawing
import Reading

/// Compares the contenders on drawn pictures as large as those of cameras.
struct LargeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "large", abstract: "Compare on large pictures, drawn here.")

  @Option(help: "How often each picture is read by each; the least time counts.") var rounds = 3
  @Flag(help: "Pass over HEIC, whose encoder is slow.") var noHeic = false

  private struct Case {
    var name: String
    var subject: cdrawing_subject
    var megapixels: Double
    /// In milliseconds.
    var target: String
  }

  func run() throws {
    try Decoders.warmUp()
    let cases = [
      Case(name: "EAN-13", subject: CDRAWING_EAN13, megapixels: 12, target: "150"),
      Case(name: "QR Code", subject: CDRAWING_QR, megapixels: 12, target: "150"),
      Case(name: "EAN-13", subject: CDRAWING_EAN13, megapixels: 48, target: "400"),
      Case(name: "QR Code", subject: CDRAWING_QR, megapixels: 48, target: "400"),
      Case(name: "empty scene", subject: CDRAWING_SCENE, megapixels: 1, target: "500"),
      Case(name: "text", subject: CDRAWING_PAGE, megapixels: 1, target: "500"),
      Case(name: "empty scene", subject: CDRAWING_SCENE, megapixels: 12, target: "1500"),
      Case(name: "text", subject: CDRAWING_PAGE, megapixels: 12, target: "1500"),
      Case(name: "empty scene", subject: CDRAWING_SCENE, megapixels: 48, target: ""),
      Case(name: "text", subject: CDRAWING_PAGE, megapixels: 48, target: ""),
    ]
    var table = Table(
      "drawn pictures", "MP", "format", "file MB", "ours ms", "wall", "peer ms", "wall", "codes",
      "target of ours")
    for one in cases {
      guard let picture = DrawnPicture(one.subject, megapixels: one.megapixels) else {
        throw ValidationError("libvips could not draw \(one.name)")
      }
      let wantsHEIC = one.subject == CDRAWING_EAN13 && !noHeic
      for encoding in wantsHEIC ? [DrawnPicture.Encoding.jpeg, .heic] : [.jpeg] {
        let isTarget = encoding.name == DrawnPicture.Encoding.jpeg.name
        guard let file = picture.encoded(encoding) else {
          table.add(one.name, "", encoding.name, "", "", "", "", "", "", "no encoder here")
          continue
        }
        let both = Comparison(file, rounds: max(1, rounds))
        table.add(
          one.name, both.megapixels.one, encoding.name, (Double(file.count) / 1e6).one,
          both.ours.cpu.one, both.ours.wall.one, both.peer.cpu.one, both.peer.wall.one,
          "\(both.ourAnswer.sureCount)/\(both.peerAnswer.codeCount)", isTarget ? one.target : "")
      }
    }
    table.print()
  }
}
