import Foundation
package import Ledger

/// The identity of an event for recognizing duplicates: half a digest of its content, and a moment
/// that belongs to it.
package struct EventKey: Hashable, Sendable {
  let moment: Instant
  let key: UUID

  init(moment: Instant, key: UUID) {
    self.moment = moment
    self.key = key
  }

  fileprivate init(timeless words: [String]) {
    self.init(words, moment: Instant(milliseconds: 0))
  }

  fileprivate init(_ words: [String], moment: Instant) {
    self.moment = moment
    key = Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// Returns the same key at another moment.
  fileprivate func at(_ moment: Instant) -> EventKey { EventKey(moment: moment, key: key) }

  /// Returns the keys under which a decision that made a grant may be stored.
  package static func keys(of grant: GrantID) -> [EventKey] {
    [EventKey(of: grant), EventKey(ofDeliveredElsewhere: grant)]
  }

  /// Creates the key of the decision that made a grant.
  fileprivate init(of grant: GrantID) {
    self.init(timeless: ["granted", grant.description])
  }

  /// Creates the key of the decision that the coins of a grant were delivered elsewhere.
  fileprivate init(ofDeliveredElsewhere grant: GrantID) {
    self.init(timeless: ["delivered elsewhere", grant.description])
  }
}

/// The keys of an event.
///
/// A fact is identified by its content, whatever the moment of its assertion. The same content
/// asserted at another moment is a reassertion, which is identified by that moment too. A
/// notification is identified by its UUID. Its key stands in the month in which Apple signed it, and is
/// looked up in the months beside it too, because Apple might sign a repetition again. A decision is
/// identified by its subject.
struct EventKeys: Hashable, Sendable {
  /// The key under which the event is stored.
  let content: EventKey
  /// The key of a reassertion; nil for an event that cannot be reasserted.
  let reassertion: EventKey?
  /// The other keys under which the content may be stored.
  private(set) var others: [EventKey] = []
  /// The grant that the event makes, which is made in one chain of the ledger; nil for any other event.
  private(set) var grant: GrantID?

  init(_ content: EventKey) {
    self.content = content
    reassertion = nil
  }

  /// Creates the key of a decision that makes a grant.
  init(making grant: GrantID, isDeliveredElsewhere: Bool) {
    self.init(isDeliveredElsewhere ? EventKey(ofDeliveredElsewhere: grant) : EventKey(of: grant))
    self.grant = grant
  }

  /// Creates the keys of a fact.
  ///
  /// - Parameter moment: a moment of the fact's content.
  init(_ assertion: Assertion, moment: Instant) {
    content = EventKey(moment: moment, key: assertion.digest.half)
    reassertion = EventKey(moment: assertion.assertedAt, key: assertion.eventDigest.half)
  }

  /// The keys under which the content may be stored.
  var ofContent: [EventKey] { [content] + others }

  /// The keys under which an event or a reassertion of it may be stored.
  var probed: [EventKey] { ofContent + [reassertion].compactMap(\.self) }

  /// Creates the keys of a message with an id of its own.
  init(message words: [String], signedAt moment: Instant) {
    let month = CalendarMonth(of: moment)
    self.init(EventKey(words, moment: month.start))
    others = [month.before, month.after].map { content.at($0.start) }
  }

  /// Creates the key of a decision that is made once for ever.
  init(timeless words: String...) {
    self.init(EventKey(timeless: words))
  }

  /// Creates the key of a decision that may be made again at another moment.
  init(moment: Instant, _ digest: Digest) {
    self.init(EventKey(moment: moment, key: digest.half))
  }
}
