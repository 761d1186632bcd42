internal import Csodium

/// Lower-case hexadecimal digits, two per byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
  // libsodium appends a zero byte.
  var text = [CChar](repeating: 0, count: 2 * bytes.count + 1)
  unsafe sodium_bin2hex(&text, text.count, bytes, bytes.count)
  return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
