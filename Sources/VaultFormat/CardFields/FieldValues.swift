package import Cards
internal import FoundationEssentials
internal import SwiftProtobuf

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

extension Barcode {
  /// The element of a card's code set; equal barcodes have equal elements.
  package var stored: [UInt8] {
    let code = Cardvault_Vault_Code.with {
      $0.symbology = UInt32(symbology.rawValue)
      $0.bytes = Data(bytes)
      $0.text = text
      $0.aimIdentifier = traits.aimIdentifier
      if let value = traits.errorCorrection { $0.errorCorrection = value }
      if let value = traits.version { $0.version = value }
      if let value = traits.mask { $0.mask = UInt32(clamping: value) }
      if let value = traits.eci { $0.eci = UInt32(clamping: value) }
      $0.gs1 = traits.gs1
      $0.readerInitialisation = traits.readerInitialisation
      if let value = traits.addOn { $0.addOn = value }
      if let value = traits.columns { $0.columns = UInt32(clamping: value) }
      if let part = traits.part {
        $0.part = UInt32(clamping: part.index)
        $0.partCount = UInt32(clamping: part.count)
        $0.partID = part.id
      }
    }
    // Encoding fails only for missing required fields, which proto3 does not have.
    return (try? code.serializedBytes()) ?? []
  }

  /// Parses an element; `nil` if this program does not know the symbology.
  ///
  /// An invalid add-on is ignored, so that the rest of the code stays usable; the stored bytes do not change.
  package init?(stored: [UInt8]) {
    self.init(uncheckedStored: stored)
    if let addOn = traits.addOn, !SymbolTraits.isAddOn(addOn) { traits.addOn = nil }
  }

  /// Parses an element without checking the add-on.
  package init?(uncheckedStored stored: [UInt8]) {
    guard let code = try? Cardvault_Vault_Code(serializedBytes: stored),
      let symbology = UInt8(exactly: code.symbology).flatMap(Symbology.init(rawValue:))
    else { return nil }
    let traits = SymbolTraits(
      aimIdentifier: code.aimIdentifier,
      errorCorrection: code.hasErrorCorrection ? code.errorCorrection : nil,
      version: code.hasVersion ? code.version : nil,
      mask: code.hasMask ? Int(code.mask) : nil, eci: code.hasEci ? Int(code.eci) : nil,
      gs1: code.gs1, readerInitialisation: code.readerInitialisation,
      addOn: code.hasAddOn ? code.addOn : nil, columns: code.hasColumns ? Int(code.columns) : nil,
      part: code.part == 0
        ? nil : .init(index: Int(code.part), count: Int(code.partCount), id: code.partID))
    self.init(symbology: symbology, bytes: Array(code.bytes), text: code.text, traits: traits)
  }
}
