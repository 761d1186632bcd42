package import Cards
internal import FoundationEssentials
internal import SwiftProtobuf

/// A barcode as an element of a card's code set.
extension Barcode {
  /// The stored form; equal barcodes have equal forms.
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

  /// Parses the stored form; `nil` if the symbology is unknown to this program.
  ///
  /// An invalid add-on is ignored, so that the rest of the code can be used; the stored bytes stay unchanged.
  package init?(stored: [UInt8]) {
    self.init(uncheckedStored: stored)
    if let addOn = traits.addOn, !SymbolTraits.isAddOn(addOn) { traits.addOn = nil }
  }

  /// Parses the stored form without checking the add-on.
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
