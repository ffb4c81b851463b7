import EventStore
import Ledger
import Postgres
import Projections
import Reports

/// A verifier of what finance keeps: closed periods with their reports and sums, and Apple's files. An event of
/// the log tells of each, with its digests.
struct BooksVerifier: Sendable {
  /// The time within which the rows of an event must have followed.
  private static let patience: Duration = .seconds(60)

  private let books: KeptBooks
  private let log: EventLog
  private let now: Instant

  init(pool: Pool, log: EventLog, now: Instant) {
    books = KeptBooks(pool)
    self.log = log
    self.now = now
  }

  /// Compares everything that is kept with what the log tells. Returns the counts, and each difference.
  func verify() async throws -> (counts: VerifyReport.Books, broken: [BrokenPromise]) {
    // An event precedes its rows, so that the rows are read first.
    let (closes, reports) = (try await books.closes(), try await books.reports())
    let files = try await books.files()
    let events = try await log.reading.shared()
    return (
      VerifyReport.Books(closes: closes.count, reports: reports.count, files: files.count),
      try await verify(closes, reports, told: events) + verify(files, told: events)
    )
  }

  private func verify(
    _ closes: [KeptBooks.Close], _ reports: [KeptBooks.Report], told events: [RecordedEvent]
  ) async throws -> [BrokenPromise] {
    var told: [KeptMonth: (event: RecordedEvent, close: PeriodClosed)] = [:]
    for event in events {
      guard case .shared(.periodClosed(let close)) = event.event else { continue }
      told[KeptMonth(close)] = (event, close)
    }
    var broken: [BrokenPromise] = []
    for close in closes {
      let month = KeptMonth(close)
      guard let (recorded, said) = told.removeValue(forKey: month) else {
        broken.append(close.broken("no event of the log tells of it"))
        continue
      }
      let event = recorded.id
      for column in close.differences(from: said, told: event) {
        broken.append(
          close.broken(
            "column \(column) of table period_close is not the one told by event \(event)"))
      }
      if try await books.sums(of: close) != said.sums {
        broken.append(
          close.broken(
            "the rows of tables period_total and period_deferred are not those told by event \(event), which has "
              + "one digest of their columns \(KeptBooks.sumColumns.joined(separator: ", "))"
          ))
      }
      broken += difference(
        between: reports.filter { KeptMonth($0) == month }, and: said, of: close, told: event)
    }
    for (event, close) in told.values.sorted(by: { $0.event.id < $1.event.id })
    where isDue(event) {
      let isRowAlone = reports.contains { KeptMonth($0) == KeptMonth(close) }
      broken.append(
        BrokenPromise(
          .close(close.name, close.bundleID, close.environment),
          isRowAlone
            ? "event \(event.id) tells of it, and its row of table period_close is missing: run `daicho reconcile "
              + "repair`, which writes it again if its reports and sums are those of the event"
            : "event \(event.id) tells of it, and it is not kept: close it again"))
    }
    let known = Set(closes.map { KeptMonth($0) })
    for report in reports where !known.contains(KeptMonth(report)) {
      broken.append(
        BrokenPromise(
          .record(table: "period_report", key: report.report),
          "it is of a period of \(report.app) to \(report.endsAt) that is not closed"))
    }
    return broken
  }

  private func isDue(_ event: RecordedEvent) -> Bool { event.recordedAt + Self.patience < now }

  private func difference(
    between kept: [KeptBooks.Report], and said: PeriodClosed, of close: KeptBooks.Close,
    told event: EventID
  ) -> [BrokenPromise] {
    var rest = Dictionary(
      kept.map { ("\($0.report) in \($0.format)", $0.digest) }, uniquingKeysWith: { $1 })
    var broken: [BrokenPromise] = []
    for report in said.reports {
      let name = "\(report.report) in \(report.format)"
      guard let digest = rest.removeValue(forKey: name) else {
        broken.append(
          close.broken(
            "report \(name) is missing in table period_report; event \(event) tells of it"))
        continue
      }
      if digest != report.digest.hexadecimal {
        broken.append(
          close.broken(
            "the bytes of report \(name) in table period_report are not those told by event \(event)"
          ))
      }
    }
    return broken
      + rest.keys.sorted().map { close.broken("report \($0) is kept, and no event tells of it") }
  }

  private func verify(
    _ files: [KeptBooks.File], told events: [RecordedEvent]
  ) -> [BrokenPromise] {
    var told: [Int64: (event: RecordedEvent, file: AppleFileKept)] = [:]
    for event in events {
      guard case .shared(.appleFileKept(let file)) = event.event else { continue }
      told[event.id.position] = (event, file)
    }
    var broken: [BrokenPromise] = []
    var contents: Set<Digest> = []
    for file in files {
      contents.insert(file.content)
      guard let position = file.told, let (event, said) = told[position] else {
        broken.append(file.broken("no event of the log tells of it"))
        continue
      }
      for column in file.differences(from: said, told: event) {
        broken.append(
          file.broken(
            "column \(column) of table apple_file is not the one told by event 0-\(position)"))
      }
    }
    for (event, file) in told.values.sorted(by: { $0.event.id < $1.event.id })
    where isDue(event) && !contents.contains(file.content) {
      broken.append(
        BrokenPromise(
          .appleFile(file.name),
          "event \(event.id) tells of it, and it is not kept: import it again"))
    }
    return broken
  }
}

extension KeptBooks.Close {
  fileprivate func broken(_ finding: String) -> BrokenPromise {
    BrokenPromise(.close(name, app, environment), finding)
  }

  /// Returns the columns that differ from an event.
  fileprivate func differences(from said: PeriodClosed, told event: EventID) -> [String] {
    let period = ReportingPeriod.Calendar(rawValue: said.calendar).flatMap {
      ReportingPeriod(said.name, by: $0)
    }
    let columns: [(String, Bool)] = [
      ("name", name == said.name), ("calendar", calendar == said.calendar),
      ("starts_at", startsAt == period?.from), ("closed_at", closedAt == said.closedAt),
      ("closed_by", closedBy == said.author),
      ("forced_because", forcedBecause == said.forcedBecause),
      ("lanes with positions", cut == said.cut), ("rules", rules == Int32(said.rules)),
      ("left_out", leftOut == said.leftOut), ("event_position", told == event.position),
    ]
    return columns.filter { !$0.1 }.map(\.0)
  }
}

extension KeptBooks.File {
  fileprivate func broken(_ finding: String) -> BrokenPromise {
    BrokenPromise(.appleFile(name), finding)
  }

  /// Returns the columns that differ from an event.
  fileprivate func differences(
    from said: AppleFileKept, told event: RecordedEvent
  ) -> [String] {
    let columns: [(String, Bool)] = [
      ("digest", content == said.content), ("kind", kind == said.kind), ("name", name == said.name),
      ("first_day", firstDay == said.firstDay), ("last_day", lastDay == said.lastDay),
      ("body", body == said.body), ("imported_at", importedAt == event.recordedAt),
    ]
    return columns.filter { !$0.1 }.map(\.0)
  }
}
