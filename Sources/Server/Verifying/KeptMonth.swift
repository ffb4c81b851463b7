import Ledger
import Projections

/// The month of an app's books in one environment, named by its end.
struct KeptMonth: Hashable {
  let app: BundleID
  let environment: StoreEnvironment
  let endsAt: Instant

  init(_ close: KeptBooks.Close) {
    (app, environment, endsAt) = (close.app, close.environment, close.endsAt)
  }

  init(_ report: KeptBooks.Report) {
    (app, environment, endsAt) = (report.app, report.environment, report.endsAt)
  }

  init(_ close: PeriodClosed) {
    (app, environment, endsAt) = (close.bundleID, close.environment, close.endsAt)
  }
}
