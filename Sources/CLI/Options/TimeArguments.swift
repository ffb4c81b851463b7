import ArgumentParser
package import Ledger
import Reports

extension Instant: ExpressibleByArgument {
  /// Reads 2026-01-31T09:00:00.000Z, and 2026-01-31 as its midnight in UTC.
  package init?(argument: String) {
    guard let moment = ReportMoment.read(argument) else { return nil }
    self = moment
  }
}

/// The end of a key, as `--expires` names it: a moment, or a time from the creation on.
enum KeyExpiry: Equatable, ExpressibleByArgument {
  case at(Instant)
  case after(Duration)

  static let rule = "a day as 2027-01-31, a time as 2027-01-31T09:00:00Z, or 90d or 12h from now"
  private static let hoursMax: Int64 = 100 * 366 * 24

  /// Reads a moment, or a whole number of days or hours.
  init?(argument: String) {
    if let moment = ReportMoment.read(argument) {
      self = .at(moment)
      return
    }
    let hoursOfUnit: [Character: Int64] = ["d": 24, "h": 1]
    guard let hours = argument.last.flatMap({ hoursOfUnit[$0] }),
      let count = Int64(argument.dropLast()), count > 0, count <= Self.hoursMax / hours
    else { return nil }
    self = .after(.seconds(count * hours * 3_600))
  }

  /// Returns the moment for a key that is created now; nil if it has passed.
  func moment(now: Instant) -> Instant? {
    switch self {
    case .at(let moment): moment > now ? moment : nil
    case .after(let time): now + time
    }
  }
}
