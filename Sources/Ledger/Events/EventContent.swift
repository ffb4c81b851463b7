/// The content of one kind of event, with the fields that all kinds share.
package protocol EventContent: Hashable, Sendable {
  static var type: EventType { get }
  /// The stream that the event belongs to.
  var stream: StreamID { get }
  /// The moment at which the content was asserted or decided.
  var assertedAt: Instant { get }
  /// The digest of the content, part of the hash chain.
  var digest: Digest { get }
  /// The account that the event is about.
  var subject: AccountReference? { get }
  /// All accounts that the event names.
  var accounts: Set<AccountReference> { get }
}

extension EventContent {
  package var accounts: Set<AccountReference> { Set([subject].compactMap(\.self)) }
}

/// The content of an event of the shared lane. Such an event names no account.
package protocol SharedContent: EventContent {}

extension SharedContent {
  package var stream: StreamID { .shared }
  package var subject: AccountReference? { nil }
}
