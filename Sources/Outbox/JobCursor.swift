import EventStore
import Ledger

/// A position in a list of jobs. Its public form is an opaque string.
package struct JobCursor: Sendable, Hashable, CustomStringConvertible {
  let moment: Instant
  let id: JobID

  package static let beginning = JobCursor(
    moment: Instant(milliseconds: 0), id: JobID(key: StreamPosition.beginning.stream))

  init(moment: Instant, id: JobID) {
    self.moment = moment
    self.id = id
  }

  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds >= 0,
      let id = JobID(String(parts[1]))
    else { return nil }
    self.init(moment: Instant(milliseconds: milliseconds), id: id)
  }

  package var description: String { "\(moment.milliseconds)-\(id)" }
}
