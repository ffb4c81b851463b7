import Foundation

@testable import AppStore

extension FuzzTarget {
  /// Reads the bytes as each payload, and requires what `JSONDecoder` reads.
  static func signedJSON(_ bytes: [UInt8]) throws(BrokenPromise) {
    try requireWhatDecoderReads(bytes, NotificationPayload.self)
    try requireWhatDecoderReads(bytes, TransactionPayload.self)
    try requireWhatDecoderReads(bytes, RenewalPayload.self)
    try requireWhatDecoderReads(bytes, AppTransactionPayload.self)
    guard let document = try? JSONDocument(bytes[...]) else { return }
    try require(
      document.tokens.allSatisfy { $0.start <= $0.end || $0.end == 0 }
        && document.tokens.allSatisfy { $0.end <= bytes.count && $0.next <= document.tokens.count },
      "a token lies within the bytes")
  }

  private static func requireWhatDecoderReads<P: AppleSigned & Equatable>(
    _ bytes: [UInt8], _ type: P.Type
  ) throws(BrokenPromise) {
    let decoded = Result { try JSONDecoder().decode(P.self, from: Data(bytes)) }
    let read = Result { () throws(JSONError) in try P(JSONDocument(bytes[...]).object()) }
    switch (read, decoded) {
    case (.success(let own), .success(let other)):
      try require(own == other, "the values are those of JSONDecoder")
    case (.success, .failure):
      try require(hasSurrogate(bytes), "what JSONDecoder rejects is rejected")
    case (.failure(let error), .success):
      try require(!error.isOfField, "a field that JSONDecoder accepts is accepted")
      try require(!isJSON(bytes), "JSON that JSONDecoder accepts is accepted")
    case (.failure(let error), .failure(DecodingError.typeMismatch(_, let context))):
      guard let field = context.codingPath.last(where: { $0.intValue == nil }), error.isOfField
      else { return }
      try require(
        error == .unexpectedValue(field: field.stringValue), "the same field is unreadable")
    case (.failure, .failure): return
    }
  }

  /// Returns true if the bytes may have the escape of half a surrogate pair. JSON permits it;
  /// JSONDecoder rejects it in the name of a member.
  private static func hasSurrogate(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).lowercased().contains(#"\ud"#)
  }

  /// Returns true if the bytes are JSON by the parser of Apple's older documents, which is stricter.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? LegacyJSONParser.parse(bytes, bytesMax: .max)) != nil
  }
}

extension JSONError {
  fileprivate var isOfField: Bool {
    if case .unexpectedValue = self { true } else { false }
  }
}
