internal import Cards
internal import Czint

/// A request to zint; `EncodingTable` defines what the options mean for each symbology.
struct ZintRequest: Hashable {
  /// How zint interprets the bytes.
  enum Mode: Int32 {
    /// Unchanged.
    case data = 0
    /// As `[AI]` element strings (GS1 DataBar Expanded only).
    case gs1Elements
    /// Unchanged, after an FNC1 in first position; GS (0x1D) means a further FNC1.
    case gs1Verbatim
    /// Unchanged, but `\^1` is FNC1 and `\^^` is `\^` (Code 128 only).
    case fnc1Escapes
  }

  var number: Int32
  var bytes: [UInt8]
  var mode = Mode.data
  var option1: Int32 = -1
  var option2: Int32 = 0
  var option3: Int32 = 0
  var eci: Int32 = 0
  var readerInitialisation = false
  var primary = ""
  var part = SymbolTraits.Part(index: 0, count: 0)
}

/// Why zint drew nothing.
enum ZintFailure: Error {
  case tooLong, refused, outOfMemory
}

/// Owner of a symbol that zint encoded.
@safe struct ZintSymbol: ~Copyable {
  private let handle: OpaquePointer

  /// Encodes the request; a size or level that cannot hold the bytes is a failure, never replaced by another.
  init(_ request: ZintRequest) throws(ZintFailure) {
    var status: Int32 = 0
    let encoded = unsafe request.primary.withCString { primary in
      unsafe request.part.id.withCString { id in
        var asked = unsafe czint_request(
          symbology: request.number, option_1: request.option1, option_2: request.option2,
          option_3: request.option3, eci: request.eci, mode: request.mode.rawValue,
          reader_initialisation: request.readerInitialisation ? 1 : 0,
          primary: request.primary.isEmpty ? nil : primary, part_index: Int32(request.part.index),
          part_count: Int32(request.part.count), part_id: id)
        return unsafe request.bytes.withUnsafeBufferPointer { bytes in
          unsafe czint_encode(&asked, bytes.baseAddress, bytes.count, &status)
        }
      }
    }
    guard let encoded = unsafe encoded else {
      switch UInt32(status) {
      case czint_status_too_long.rawValue: throw .tooLong
      case czint_status_no_memory.rawValue: throw .outOfMemory
      default: throw .refused
      }
    }
    unsafe handle = encoded
  }

  deinit { unsafe czint_free(handle) }

  var rowCount: Int { unsafe Int(czint_row_count(handle)) }
  var width: Int { unsafe Int(czint_width(handle)) }

  /// Option 1, 2 or 3 as zint finally used it.
  func option(_ number: Int32) -> Int { unsafe Int(czint_option(handle, number)) }

  /// The height of each row in whole modules, at least 1.
  func rowHeights() -> [Int] {
    var heights: [Float] = []
    for row in 0..<Int32(rowCount) { heights.append(unsafe czint_row_height(handle, row)) }
    // zint leaves 0 for rows that share the height that the others leave.
    let rest = unsafe czint_height(handle) - heights.reduce(0, +)
    let share = rest / Float(max(1, heights.count { $0 == 0 }))
    return heights.map { height in
      let modules = height == 0 ? share : height
      return modules.isFinite ? min(200, max(1, Int(modules.rounded(.up)))) : 1
    }
  }

  /// The modules of each row from left to right; true is dark.
  func rows() -> [[Bool]] {
    var rows: [[Bool]] = []
    for row in 0..<Int32(rowCount) {
      var modules = Array(repeating: false, count: width)
      for column in modules.indices {
        modules[column] = unsafe czint_is_dark(handle, row, Int32(column)) == 1
      }
      rows.append(modules)
    }
    return rows
  }
}
