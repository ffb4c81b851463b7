package import Ledger

/// Works on errands of some kinds. Called again for the same one after a crash: doing a thing twice has to
/// come to the same.
package protocol ErrandHandler: Sendable {
  var kinds: Set<ErrandKind> { get }
  /// A call that takes longer is cancelled and tried again.
  var timeLimit: Duration { get }
  /// What it throws counts as a failure of the moment.
  func perform(_ errand: Errand) async throws -> ErrandOutcome
}

extension ErrandHandler {
  package var timeLimit: Duration { .seconds(60) }
}

/// What came of a try. Reasons are stable words, snake_case, without anything of the content.
package enum ErrandOutcome: Sendable, Hashable {
  case done
  /// Nothing is wrong; its time comes later.
  case again(at: Instant)
  /// It may go well another time, not before then.
  case retry(reason: String, notBefore: Instant? = nil)
  /// The same try cannot go well.
  case never(reason: String)
  /// It goes well once somebody has mended the settings.
  case configuration(reason: String)

  /// What it is about cannot be read by this version.
  package static let unreadable = ErrandOutcome.never(reason: "unreadable_content")
}
