import Ledger
package import Projections
import Reports

/// A closed period as the commands print it.
package struct PeriodBody: Encodable, Sendable {
  let name: String
  let calendar: String
  let from: String
  let to: String
  let closedAt: String
  let closedBy: String
  let forcedBecause: String?
  let position: String

  package init(_ close: PeriodClose) {
    name = close.period.name
    calendar = close.period.calendar.rawValue
    from = close.period.from.description
    to = close.period.to.description
    closedAt = close.closedAt.description
    closedBy = close.closedBy
    forcedBecause = close.forcedBecause
    position = close.position.description
  }

  package var line: String {
    let forced = forcedBecause.map { ", forced: \($0)" } ?? ""
    return
      "\(name)  \(calendar)  \(from) to before \(to)  closed \(closedAt) by \(closedBy)\(forced)"
  }
}
