import Foundation
package import Ledger

/// A file of the first day, line by line, known by its content whatever it is called.
package struct BackfillFile: Sendable {
  package let digest: Digest
  package let lines: [String]

  package init(_ contents: [UInt8]) {
    digest = Digest(of: contents)
    var lines = String(decoding: contents, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }  // what a line break ends is no line of its own
    self.lines = lines
  }
}

/// What became of a line.
struct BackfilledLine: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    /// Empty, or of a customer whose history was read already.
    case passedOver
    case read(ReconciliationCount)
    case failed(code: String)
  }

  /// From 1.
  let line: Int
  let outcome: Outcome

  init(_ line: Int, _ outcome: Outcome) {
    self.line = line
    self.outcome = outcome
  }
}

/// How far a file was read in.
package struct BackfillProgress: Hashable, Sendable {
  package let digest: Digest
  package var linesDone: Int64
  /// Customers whose histories were read.
  package var customers: Int64
  package var count: ReconciliationCount
  package var movedAt: Instant
  package var finishedAt: Instant?

  mutating func add(_ lines: [BackfilledLine], at now: Instant, isLast: Bool) {
    linesDone += Int64(lines.count)
    add(again: lines, at: now)
    if isLast { finishedAt = now }
  }

  /// What lines that were done before came to now.
  mutating func add(again lines: [BackfilledLine], at now: Instant) {
    for line in lines {
      guard case .read(let read) = line.outcome else { continue }
      customers += 1
      count += read
    }
    movedAt = now
  }
}
