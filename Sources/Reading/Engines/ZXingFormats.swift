import Cards
import Czxing

/// ZXing's names for our symbologies, in both directions.
enum ZXingFormats {
  /// The format to ask for, followed by others that the answer may have.
  ///
  /// Code 39 in its plain form: the symbol's own characters, never decoded to full ASCII, so that a copy has the
  /// same bars.
  private static let table: [(symbology: Symbology, asked: [ZXing_BarcodeFormat])] = [
    (.qrCode, [ZXing_BarcodeFormat_QRCode, ZXing_BarcodeFormat_QRCodeModel2]),
    (.microQRCode, [ZXing_BarcodeFormat_MicroQRCode]),
    (.rmqrCode, [ZXing_BarcodeFormat_RMQRCode]),
    (.code128, [ZXing_BarcodeFormat_Code128]),
    (.pdf417, [ZXing_BarcodeFormat_PDF417]),
    (.compactPDF417, [ZXing_BarcodeFormat_CompactPDF417]),
    (.microPDF417, [ZXing_BarcodeFormat_MicroPDF417]),
    (.aztec, [ZXing_BarcodeFormat_AztecCode, ZXing_BarcodeFormat_Aztec]),
    (.aztecRune, [ZXing_BarcodeFormat_AztecRune]),
    (.dataMatrix, [ZXing_BarcodeFormat_DataMatrix]),
    (.ean13, [ZXing_BarcodeFormat_EAN13]),
    (.ean8, [ZXing_BarcodeFormat_EAN8]),
    (.upcA, [ZXing_BarcodeFormat_EAN13, ZXing_BarcodeFormat_UPCA]),
    (.upcE, [ZXing_BarcodeFormat_UPCE]),
    (.code39, [ZXing_BarcodeFormat_Code39Std, ZXing_BarcodeFormat_Code39]),
    (.code93, [ZXing_BarcodeFormat_Code93]),
    (.codabar, [ZXing_BarcodeFormat_Codabar]),
    (.itf, [ZXing_BarcodeFormat_ITF, ZXing_BarcodeFormat_ITF14]),
    (.dataBar, [ZXing_BarcodeFormat_DataBarOmni, ZXing_BarcodeFormat_DataBar]),
    (.dataBarStacked, [ZXing_BarcodeFormat_DataBarStk]),
    (.dataBarStackedOmni, [ZXing_BarcodeFormat_DataBarStkOmni]),
    (.dataBarLimited, [ZXing_BarcodeFormat_DataBarLtd]),
    (.dataBarExpanded, [ZXing_BarcodeFormat_DataBarExp]),
    (.dataBarExpandedStacked, [ZXing_BarcodeFormat_DataBarExpStk]),
    (.maxiCode, [ZXing_BarcodeFormat_MaxiCode]),
    (.telepen, [ZXing_BarcodeFormat_Telepen, ZXing_BarcodeFormat_TelepenAlpha]),
    (.dxFilmEdge, [ZXing_BarcodeFormat_DXFilmEdge]),
  ]

  /// The formats to switch on for a set of symbologies.
  static func asked(for symbologies: Set<Symbology>) -> [ZXing_BarcodeFormat] {
    table.filter { symbologies.contains($0.symbology) }.map { $0.asked[0] }
  }

  /// The symbology of an answer; `nil` for a format that was not asked for.
  static func symbology(of format: ZXing_BarcodeFormat) -> Symbology? {
    table.first { row in row.asked.contains { $0.rawValue == format.rawValue } }?.symbology
  }
}
