/// Why kept evidence, or the key it is sealed with, cannot be read.
package enum EvidenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A newer program wrote it.
  case unknownEncoding(UInt8)
  /// The table of headers that was handed in lacks this number.
  case unknownHeader(Int32)
  case unknownDictionary(UInt8)
  /// The keyring lacks the master key of this id.
  case unknownMasterKey(String)
  /// Sealed under another key or for another place, or changed since.
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
