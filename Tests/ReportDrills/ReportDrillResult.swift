/// What a drill of reports compared, and where the ledger and the model differ.
package struct ReportDrillResult: Sendable {
  /// One kind of question: a report with a format, a division and a calendar.
  package struct Kind: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let report: String
    package let format: String
    package let division: String
    package let calendar: String

    package var description: String { "\(report) \(format) \(division) \(calendar)" }

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

  mutating func count(_ cells: Int, of kinds: [Kind]) {
    for kind in kinds { self.cells[kind, default: 0] += cells }
  }

  mutating func ask() { questions += 1 }

  mutating func disagree(_ sentence: String) { disagreements.append(sentence) }
}
