import Foundation
package import Ledger

/// A backfill file, line by line, identified by its content and not by its name.
package struct BackfillFile: Sendable {
  package let digest: Digest
  package let lines: [String]

  package init(_ contents: [UInt8]) {
    digest = Digest(of: contents)
    var lines = String(decoding: contents, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }  // a line break at the end begins no line
    self.lines = lines
  }
}

/// The outcome of a line.
struct BackfilledLine: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case empty
    /// A line of a customer whose history was read before.
    case known
    case read(ReconciliationCount)
    case failed(code: String)
  }

  /// The number of the line, from 1.
  let line: Int
  let outcome: Outcome

  init(_ line: Int, _ outcome: Outcome) {
    self.line = line
    self.outcome = outcome
  }
}

/// The progress of a backfill file.
package struct BackfillProgress: Hashable, Sendable {
  package let digest: Digest
  package var linesDone: Int64
  /// The number of customers whose histories were read.
  package var customers: Int64
  /// The number of lines of customers whose histories were read before.
  package var known: Int64
  package var count: ReconciliationCount
  package var movedAt: Instant
  package var finishedAt: Instant?

  mutating func add(_ lines: [BackfilledLine], at now: Instant, isLast: Bool) {
    linesDone += Int64(lines.count)
    add(again: lines, at: now)
    if isLast { finishedAt = now }
  }

  /// Adds the outcomes of lines that were retried.
  mutating func add(again lines: [BackfilledLine], at now: Instant) {
    for line in lines {
      switch line.outcome {
      case .read(let read):
        customers += 1
        count += read
      case .known: known += 1
      case .empty, .failed: break
      }
    }
    movedAt = now
  }
}
