/// The loss of a master key, as a person stated it: what it sealed can no longer be read, and the streams
/// go on with other keys. Purchases, payments and wallets stay.
package struct EvidenceLost: SharedContent, Codable {
  /// The id of the master key.
  package let masterKey: String
  /// The number of streams with a key that no longer opens.
  package let streams: Int
  package let author: String
  package let reason: String
  package let lostAt: Instant

  package init(masterKey: String, streams: Int, author: String, reason: String, lostAt: Instant) {
    self.masterKey = masterKey
    self.streams = streams
    self.author = author
    self.reason = reason
    self.lostAt = lostAt
  }

  package static var type: EventType { .evidenceLost }
  package var assertedAt: Instant { lostAt }

  package var digest: Digest {
    var form = CanonicalForm(34)
    form.add(6, lostAt)
    form.add(46, reason)
    form.add(70, author)
    form.add(100, masterKey)
    form.add(101, Int64(streams))
    return form.digest
  }
}
