package import Cards

/// The stored form of field values; see `vault.proto`.
package enum FieldValues {
  package static func text(_ text: String) -> [UInt8]? { text.isEmpty ? nil : Array(text.utf8) }

  package static func text(_ bytes: [UInt8]?) -> String {
    bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package static func date(_ date: CalendarDate?) -> [UInt8]? {
    date.map { Array($0.description.utf8) }
  }

  package static func date(_ bytes: [UInt8]?) -> CalendarDate? {
    bytes.flatMap { CalendarDate(String(decoding: $0, as: UTF8.self)) }
  }

  package static func truth(_ truth: Bool) -> [UInt8]? { [truth ? 1 : 0] }

  package static func truth(_ bytes: [UInt8]?) -> Bool { bytes == [1] }

  package static func moment(_ moment: Timestamp?) -> [UInt8]? {
    moment.map { (UInt64(bitPattern: $0.milliseconds) ^ 1 << 63).bigEndianBytes }
  }

  package static func moment(_ bytes: [UInt8]?) -> Timestamp? {
    guard let bytes, bytes.count == 8 else { return nil }
    return Timestamp(milliseconds: Int64(bitPattern: UInt64(bigEndian: bytes[...]) ^ 1 << 63))
  }

  package static func balance(_ balance: Balance?) -> [UInt8]? {
    balance.map {
      UInt64(bitPattern: $0.thousandths).bigEndianBytes + Array($0.currency.utf8)
    }
  }

  package static func balance(_ bytes: [UInt8]?) -> Balance? {
    guard let bytes, bytes.count >= 8 else { return nil }
    return Balance(
      thousandths: Int64(bitPattern: UInt64(bigEndian: bytes[..<8])),
      currency: text(Array(bytes[8...])))
  }

  package static func colour(_ colour: UInt32?) -> [UInt8]? {
    colour.map { colour in [16, 8, 0].map { UInt8(truncatingIfNeeded: colour >> $0) } }
  }

  package static func colour(_ bytes: [UInt8]?) -> UInt32? {
    bytes.flatMap { $0.count == 3 ? UInt32(UInt64(bigEndian: $0[...])) : nil }
  }

  /// A value of a closed set; `nil` if this program does not know it.
  package static func choice<Choice: RawRepresentable<UInt8>>(_ bytes: [UInt8]?) -> Choice? {
    bytes.flatMap { $0.count == 1 ? Choice(rawValue: $0[0]) : nil }
  }
}
