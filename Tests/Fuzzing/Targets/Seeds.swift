import Foundation
import SwiftProtobuf

@testable import ReaderLink
@testable import Sealing
@testable import VaultStore

/// The first inputs of each target: valid ones, as this program writes them, from which libFuzzer goes on.
enum Seeds {
  /// Writes them into a folder for each target; made again whenever the format changes.
  static func write(to corpus: URL) throws {
    for (target, inputs) in try [
      .envelope: envelopes(), .keyText: keyTexts(), .messages: messages(), .payload: payloads(),
    ] as [FuzzTarget: [[UInt8]]] {
      let folder = corpus.appending(path: target.rawValue)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, input) in inputs.enumerated() {
        try Data(input).write(to: folder.appending(path: "seed-\(number)"))
      }
    }
  }

  private static func envelopes() throws -> [[UInt8]] {
    var numbers = RepeatedNumbers()
    let root = try fixedRoot()
    return try [EnvelopeKind.vault, .segment].map { kind in
      try root.envelopeKey(kind).seal(Array("cardvault".utf8), using: &numbers)
    }
  }

  private static func keyTexts() throws -> [[UInt8]] {
    let path = NSTemporaryDirectory() + "/cardvault-seed-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try KeyFile.write(fixedRoot(), to: path)
    let text = try Array(Data(contentsOf: URL(filePath: path)))
    return [text, Array(String(decoding: text, as: UTF8.self).uppercased().utf8)]
  }

  private static func messages() throws -> [[UInt8]] {
    var ready = Cardvault_Reader_Reply()
    ready.ready.missingProtections = ["Landlock"]
    var page = Cardvault_Reader_Reply()
    page.number = 1
    page.page = .with { page in
      (page.page, page.pageCount, page.width, page.height) = (1, 1, 640, 480)
      page.codes = [
        .with { code in
          (code.symbology, code.text) = (11, "5901234123457")
          code.bytes = Data(code.text.utf8)
          code.position = [0, 0, 9, 0, 9, 9, 0, 9]
        }
      ]
    }
    var finished = Cardvault_Reader_Reply()
    finished.finished.microseconds = 1200
    return try [[ready], [page, finished]].map { try $0.flatMap { try Frame.bytes(of: $0) } }
  }

  private static func payloads() throws -> [[UInt8]] {
    let message = Cardvault_Vault_Segment.with { segment in
      (segment.device, segment.sequence, segment.clock, segment.wall) = (7, 1, 1 << 16, 1)
    }
    return [try message.serializedBytes()]
  }
}
