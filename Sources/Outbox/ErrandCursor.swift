import EventStore
import Ledger

/// Where a list of errands goes on. Outwardly an opaque word.
package struct ErrandCursor: Sendable, Hashable, CustomStringConvertible {
  let moment: Instant
  let id: ErrandID

  package static let beginning = ErrandCursor(
    moment: Instant(milliseconds: 0), id: ErrandID(key: StreamPosition.beginning.stream))

  init(moment: Instant, id: ErrandID) {
    self.moment = moment
    self.id = id
  }

  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds >= 0,
      let id = ErrandID(String(parts[1]))
    else { return nil }
    self.init(moment: Instant(milliseconds: milliseconds), id: id)
  }

  package var description: String { "\(moment.milliseconds)-\(id)" }
}
