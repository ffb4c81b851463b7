package import AppleReports
package import Postgres

/// The reading of the prices of an app itself from the kept sales files of Apple's.
package struct PriceLearning: Sendable {
  private let files: AppleFileStore

  package init(_ pool: Pool) {
    files = AppleFileStore(pool)
  }

  /// Reads every daily sales file.
  ///
  /// - Parameter appleID: Apple's number of the app.
  package func lesson(ofApp appleID: Int64) async throws -> AppPriceLearner.Lesson {
    var learner = AppPriceLearner(appleID: appleID)
    try await files.eachDayOfSales { _, rows in
      for row in rows { learner.add(row) }
    }
    return learner.lesson()
  }
}
