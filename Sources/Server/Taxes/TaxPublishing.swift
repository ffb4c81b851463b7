import AppleReports
import EventStore
import Intake
package import Ledger
import Projections

/// The learning of taxes from the kept sales files of Apple's, and their publication.
package struct TaxPublishing: Sendable {
  private let learning: TaxLearning
  private let log: EventLog
  private let decisions: CommissionDecisions

  init(_ learning: TaxLearning, log: EventLog, decisions: CommissionDecisions) {
    self.learning = learning
    self.log = log
    self.decisions = decisions
  }

  /// Reads what the files tell of an app, and publishes it in the name of an author, if one is given and
  /// if it is not in force already.
  ///
  /// Throws a ``Failure``, and publishes nothing, if a price and its proceeds need another commission than
  /// that of the terms.
  package func learn(
    _ app: BundleID, publishingBy author: String?
  ) async throws -> TaxLessonBody {
    let shared = SharedState(try await log.reading.shared())
    let (lesson, undivided) = try await learning.lesson(of: app, by: shared)
    let known = shared.learnedTaxes(of: app)
    // What is in force of an undivided product stays.
    let rows =
      lesson.rows
      + known.sortedRows.filter { $0.productID.map(undivided.contains) ?? false }
    let isKnown = TaxTable(rows: rows) == known
    guard let author else { return TaxLessonBody(lesson, undivided, isInForce: isKnown) }
    if let first = lesson.unexplained.first {
      throw Failure(
        "nothing is published: \(TaxLessonBody.Unexplained(first).text); enter the program or the "
          + "terms by which Apple paid, by `daicho programs add` or `daicho terms publish`")
    }
    if !isKnown { _ = try await decisions.publish(taxes: rows, of: app, by: author) }
    return TaxLessonBody(lesson, undivided, isInForce: true)
  }
}
