package import Foundation

/// An act of a person on the ledger, such as a retry or a switch of generations: a record that no rule reads.
///
/// An act names no account, no token and no secret. The events of an account name it in its own lane, where an
/// erasure takes the name away.
package struct ActRecorded: SharedContent, Codable {
  /// Distinguishes equal acts of one moment.
  package let id: UUID
  /// The word of the act, as in ``Act``.
  package let act: String
  /// The id of the thing acted on, such as a job or a key; nil for the ledger itself.
  package let object: String?
  /// Further words about the act, such as what a filter selected.
  package let values: [String: String]
  package let author: ActAuthor
  package let reason: String?
  /// The second person, where the act needs one.
  package let secondPerson: ActAuthor?
  package let actedAt: Instant

  package init(
    id: UUID = UUID(), _ act: Act, on object: String? = nil, values: [String: String] = [:],
    signed signature: ActSignature, at actedAt: Instant
  ) {
    self.id = id
    self.act = act.rawValue
    self.object = object
    self.values = values
    self.actedAt = actedAt
    author = signature.author
    reason = signature.reason
    secondPerson = signature.secondPerson
  }

  package static var type: EventType { .actRecorded }
  package var assertedAt: Instant { actedAt }

  package var digest: Digest {
    var form = CanonicalForm(30)
    form.add(6, actedAt)
    form.add(46, reason)
    form.add(70, author.name)
    form.add(131, id)
    form.add(132, act)
    form.add(133, object)
    form.add(134, author.key)
    form.add(135, secondPerson?.name)
    form.add(136, secondPerson?.key)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      form.add(137, name)
      form.add(138, value)
    }
    return form.digest
  }
}
