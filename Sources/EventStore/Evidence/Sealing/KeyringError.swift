/// An error in a file of master keys. It names the line and the remedy, never the content.
package enum KeyringError: Error, Hashable, Sendable, CustomStringConvertible {
  case noKey
  case noColon(line: Int)
  case invalidID(line: Int)
  case invalidBase64(line: Int)
  case wrongLength(line: Int)
  case repeatedID(line: Int, first: Int)
  case repeatedKey(line: Int, first: Int)
  /// The id for a new key is none.
  case invalidNewID
  /// The id for a new key is that of another.
  case usedID(String)

  package var description: String {
    switch self {
    case .noKey:
      "there is no key: put the lines back from the copy of this file; only a new ledger takes a new key, from `daicho "
        + "keyring create`"
    case .noColon(let line): "line \(line) has no colon: write `id:base64 of 32 random bytes`"
    case .invalidID(let line):
      "line \(line): an id is 1 to \(Keyring.idCountMax) letters, digits, dots, dashes, underscores"
    case .invalidBase64(let line):
      "line \(line): what follows the colon is not base64; copy the key again, with its `=`"
    case .wrongLength(let line):
      "line \(line): a key is \(MasterKey.byteCount) bytes in base64; copy it again, in full"
    case .repeatedID(let line, let first):
      "line \(line) has the id of line \(first): give every key an id of its own"
    case .repeatedKey(let line, let first):
      "line \(line) has the key of line \(first): remove one, or make a new key"
    case .invalidNewID:
      "the new id is 1 to \(Keyring.idCountMax) letters, digits, dots, dashes, underscores"
    case .usedID(let id): "the file has a key \(id) already: give the new one another id, or none"
    }
  }
}
