package import Foundation

/// The decoding of JSON that other programs and people write.
///
/// Foundation's decoder also accepts a comma after the last item, and other encodings than UTF-8. Neither is JSON
/// (RFC 8259 §4, §5 and §8.1), and other readers of the same bytes refuse it.
package enum StrictJSON {
  /// Throws `DecodingError` for bytes that are no JSON or no such value.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>
  ) throws -> Value {
    try JSONDecoder().decode(type, from: checked(bytes))
  }

  /// Decodes a value by a configuration. Throws `DecodingError` for bytes that are no JSON or no such value.
  package static func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from bytes: some Collection<UInt8>,
    configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try JSONDecoder().decode(type, from: checked(bytes), configuration: configuration)
  }

  /// Returns bytes that the decoder may read. Throws `DecodingError` for what it would accept although it is no JSON.
  private static func checked(_ bytes: some Collection<UInt8>) throws -> Data {
    if let fault = fault(in: bytes) {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: fault))
    }
    return Data(bytes)
  }

  /// Returns the fault of bytes that the decoder would accept although they are no JSON; nil if they have none.
  private static func fault(in bytes: some Collection<UInt8>) -> String? {
    var (isText, isEscaped, isAfterComma) = (false, false, false)
    for byte in bytes {
      if byte == 0 { return "a NUL is in it, which UTF-8 text in JSON has nowhere" }
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isAfterComma { return "a comma stands after the last item" }
      case UInt8(ascii: "\""): isText = true
      default: break
      }
      isAfterComma = byte == UInt8(ascii: ",")
    }
    return nil
  }
}
