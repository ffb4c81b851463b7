/// A reason for failing to read stored evidence or its key.
package enum EvidenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A newer program wrote the evidence.
  case unknownEncoding(UInt8)
  /// The given table of headers lacks this number.
  case unknownHeader(Int32)
  case unknownDictionary(UInt8)
  /// The keyring lacks the master key with this id.
  case unknownMasterKey(String)
  /// The evidence was sealed under another key or for another place, or was changed since.
  case notAuthentic
  case damaged

  package var description: String {
    switch self {
    case .unknownEncoding(let number): "evidence is in encoding \(number), which is newer than this"
    case .unknownHeader(let number): "evidence names header \(number), which is not stored"
    case .unknownDictionary(let number): "evidence names dictionary \(number), which is not stored"
    case .unknownMasterKey(let id): "the keyring has no master key \(id): put its line back"
    case .notAuthentic: "evidence or its key does not open: another key, another place, or changed"
    case .damaged: "evidence is damaged"
    }
  }
}
