import Reports

/// The result of a drill of reports: the cells compared, and the differences of the ledger from the model.
package struct ReportDrillResult: Sendable {
  /// One kind of question: a report with a format, a division and a calendar.
  package struct Kind: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let report: String
    package let format: String
    package let division: String
    package let calendar: String

    package var description: String { "\(report) \(format) \(division) \(calendar)" }

    /// The kinds of questions that there are about the reports with a model.
    package static let all: Set<Kind> = Set(
      ReportName.allCases.filter { $0 != .reconciliation }.flatMap { name in
        divisions(of: name).flatMap { division in
          name.specification.formats.flatMap { format in
            ReportingPeriod.Calendar.allCases.map { calendar in
              Kind(
                report: name.rawValue, format: format.rawValue, division: division,
                calendar: calendar.rawValue)
            }
          }
        }
      })

    /// Returns the names of a division by dimensions, and by days or months.
    static func division(
      _ dimensions: Set<ReportDimension>, _ intervals: ReportInterval.Length?
    ) -> String {
      (dimensions.map(\.rawValue).sorted() + [intervals?.rawValue ?? ""])
        .filter { !$0.isEmpty }.joined(separator: "+")
    }

    /// Returns the divisions of a report. Refunds are listed one by one.
    private static func divisions(of name: ReportName) -> [String] {
      let every = Set(ReportDimension.allCases)
      if name == .refunds { return [division(every, nil)] }
      let some = every.reduce([Set<ReportDimension>()]) { sets, dimension in
        sets + sets.map { $0.union([dimension]) }
      }
      let lengths = name.specification.hasIntervals ? ReportInterval.Length.allCases : []
      return ([nil] + lengths.map(Optional.some)).flatMap { length in
        some.map { division($0, length) }
      }
    }

    package static func < (left: Kind, right: Kind) -> Bool {
      left.description < right.description
    }
  }

  /// The number of cells compared of each kind.
  package private(set) var cells: [Kind: Int] = [:]
  package private(set) var questions = 0
  package private(set) var disagreements: [String] = []

  package init() {}

  package mutating func add(_ other: ReportDrillResult) {
    cells.merge(other.cells) { $0 + $1 }
    questions += other.questions
    disagreements += other.disagreements
  }

  /// The kinds of questions that were not asked: one line for each report and division.
  package var gaps: [String] {
    Dictionary(grouping: Kind.all.subtracting(cells.keys)) { "\($0.report) by \($0.division)" }
      .sorted { $0.key < $1.key }
      .map { place, missing in
        let kinds = missing.map { "\($0.format)/\($0.calendar)" }.sorted()
        return "\(place): " + kinds.joined(separator: ", ")
      }
  }

  /// The cells compared of each report and division: one line each, with the formats and calendars beside them.
  package var table: [String] {
    Dictionary(grouping: cells) { "\($0.key.report) by \($0.key.division)" }
      .sorted { $0.key < $1.key }
      .map { place, found in
        let kinds = found.map { ("\($0.key.format)/\($0.key.calendar)", $0.value) }
          .sorted { $0.0 < $1.0 }
        return "\(place): " + kinds.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
      }
  }

  mutating func count(_ cells: Int, of kinds: [Kind]) {
    for kind in kinds { self.cells[kind, default: 0] += cells }
  }

  mutating func ask() { questions += 1 }

  mutating func disagree(_ sentence: String) { disagreements.append(sentence) }
}
