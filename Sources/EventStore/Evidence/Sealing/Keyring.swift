import Crypto
import Foundation

/// The master keys of an installation. The first key seals, and every key opens.
///
/// Each line holds a key, `id:base64 of 32 bytes`. Empty lines and lines that begin with `#` are
/// ignored. To rotate, put a new line first and keep the old ones until every data key is
/// rewrapped. A ledger knows each key by its content: see ``MasterKeyRegister``.
package struct Keyring: Redacted {
  static let idCountMax = 64

  let sealing: MasterKey
  private let keys: [MasterKey]

  package init(_ text: String) throws(KeyringError) {
    var read: [(line: Int, key: MasterKey)] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let entry = Self.trimmed(line)
      guard !entry.isEmpty, !entry.hasPrefix("#") else { continue }
      let key = try Self.key(entry, line: index + 1)
      if let first = read.first(where: { $0.key.id == key.id }) {
        throw .repeatedID(line: index + 1, first: first.line)
      }
      if let first = read.first(where: { $0.key.hasSameKey(as: key) }) {
        throw .repeatedKey(line: index + 1, first: first.line)
      }
      read.append((index + 1, key))
    }
    guard let first = read.first else { throw .noKey }
    sealing = first.key
    keys = read.map(\.key)
  }

  /// Returns the text of a new file with one random key.
  package static func generate(id: String) throws(KeyringError) -> String {
    guard isID(id[...]) else { throw .invalidNewID }
    return text(id: id, SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
  }

  /// Returns the text of a new file with one random key. The key's id is a fingerprint of the key.
  package static func generate() -> String {
    let (id, key) = randomKey()
    return text(id: id, key)
  }

  /// Returns the text of a file with another random key before its first one. The lines of the file stay.
  ///
  /// - Parameter id: the id of the new key; nil for its fingerprint.
  package static func rotated(_ text: String, id: String? = nil) throws(KeyringError) -> String {
    let present = try Keyring(text)
    let (fingerprint, key) = randomKey()
    let line = "\(id ?? fingerprint):\(key.base64EncodedString())"
    guard let id else { return inserting(line, into: text) }
    guard isID(id[...]) else { throw .invalidNewID }
    guard !present.ids.contains(id) else { throw .usedID(id) }
    return inserting(line, into: text)
  }

  /// Returns the text with a line before that of the first key.
  private static func inserting(_ line: String, into text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let first = lines.firstIndex { line in
      let entry = trimmed(line)
      return !entry.isEmpty && !entry.hasPrefix("#")
    }
    lines.insert(line[...], at: first ?? lines.startIndex)
    return lines.joined(separator: "\n")
  }

  private static func randomKey() -> (id: String, key: Data) {
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    let fingerprint = SHA256.hash(data: key).prefix(4).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    return ("k" + fingerprint.joined(), key)
  }

  private static func text(id: String, _ key: Data) -> String {
    """
    # Master keys: the first seals, all open. Keep a copy away from the database and its backups.
    \(id):\(key.base64EncodedString())

    """
  }

  /// The ids in the order of the file. The first key seals.
  package var ids: [String] { keys.map(\.id) }

  package var description: String { "Keyring(\(ids.joined(separator: ", ")))" }

  func key(_ id: String) throws(EvidenceError) -> MasterKey {
    guard let key = keys.first(where: { $0.id == id }) else { throw .unknownMasterKey(id) }
    return key
  }

  private static func key(_ entry: Substring, line: Int) throws(KeyringError) -> MasterKey {
    guard let colon = entry.firstIndex(of: ":") else { throw .noColon(line: line) }
    let id = trimmed(entry[..<colon])
    guard isID(id) else { throw .invalidID(line: line) }
    let text = trimmed(entry[entry.index(after: colon)...])
    guard let bytes = Data(base64Encoded: String(text)) else { throw .invalidBase64(line: line) }
    guard let key = MasterKey(id: String(id), bytes: bytes) else { throw .wrongLength(line: line) }
    return key
  }

  private static func isID(_ text: Substring) -> Bool {
    (1...idCountMax).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
