import ArgumentParser
import HTTP
package import Ledger

extension Instant: ExpressibleByArgument {
  /// Reads 2026-01-31T09:00:00.000Z, and 2026-01-31 as its midnight in UTC.
  package init?(argument: String) {
    guard let moment = ReportMoment.read(argument) else { return nil }
    self = moment
  }
}
