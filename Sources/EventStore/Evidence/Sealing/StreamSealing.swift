/// What is sealed for a stream: evidence, or what an account is called.
///
/// A sealed value names its key by the fingerprint it begins with: where the stream has another key by
/// now, or none, its own was destroyed.
enum StreamSealing {
  /// One byte before the content, so that none is taken for the other.
  enum Kind: UInt8 {
    case evidence = 1
    case name = 2
  }

  static func seal(
    _ content: [UInt8], as kind: Kind, with key: DataKey, for context: SealingContext
  ) throws(EvidenceError) -> [UInt8] {
    key.fingerprint + (try key.seal([kind.rawValue] + content, for: context))
  }

  /// Nil where the key that sealed it was destroyed.
  static func open(
    _ sealed: [UInt8], as kind: Kind, with key: DataKey?, for context: SealingContext
  ) throws(EvidenceError) -> [UInt8]? {
    guard sealed.count > DataKey.fingerprintCount else { throw .damaged }
    guard let key, sealed.starts(with: key.fingerprint) else { return nil }
    let content = try key.open(Array(sealed.dropFirst(DataKey.fingerprintCount)), for: context)
    guard content.first == kind.rawValue else { throw .damaged }
    return Array(content.dropFirst())
  }
}
