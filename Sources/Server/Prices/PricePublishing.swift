import AppleReports
import EventStore
import Intake
package import Ledger
import Projections

/// The learning of the prices of an app itself from the kept sales files of Apple's, and their publication.
package struct PricePublishing: Sendable {
  private let apps: [ConfiguredApp]
  private let learning: PriceLearning
  private let log: EventLog
  private let decisions: CommissionDecisions

  init(
    _ apps: [ConfiguredApp], _ learning: PriceLearning, log: EventLog,
    decisions: CommissionDecisions
  ) {
    self.apps = apps
    self.learning = learning
    self.log = log
    self.decisions = decisions
  }

  /// Reads what the files tell of an app, and publishes it in the name of an author, if one is given and
  /// if it is not in force already. Where no file has a download of the app, nothing is published.
  package func learn(
    _ app: BundleID, publishingBy author: String?
  ) async throws -> PriceLessonBody {
    guard let appleID = apps.first(where: { $0.bundleID == app })?.appAppleID else {
      throw Failure(
        "Apple's files name an app by its number: give `appAppleId` of \(app) in the file of apps")
    }
    let lesson = try await learning.lesson(ofApp: appleID)
    let known = SharedState(try await log.reading.shared()).prices(of: app)?.rows ?? []
    guard let prices = lesson.prices, prices.rows != known else {
      return PriceLessonBody(lesson, isInForce: true)
    }
    guard let author else { return PriceLessonBody(lesson, isInForce: false) }
    _ = try await decisions.publish(prices, of: app, by: author)
    return PriceLessonBody(lesson, isInForce: true)
  }
}
