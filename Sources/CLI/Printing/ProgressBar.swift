import Foundation
import Server
import Synchronization

/// A line on standard error that replaces itself, if standard error is a terminal that takes control sequences.
struct TerminalLine: Sendable {
  let isShown: Bool

  /// - Parameter environment: with NO_COLOR, or TERM=dumb, no control sequence is written.
  init(
    isTerminal: Bool = isatty(STDERR_FILENO) != 0,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    isShown = isTerminal && !isPlain && environment["TERM"] != "dumb"
  }

  func show(_ text: String) {
    if isShown { StandardStreams.tell(Data("\r\(text)\u{1B}[K".utf8)) }
  }

  func clear() { show("") }
}

/// A progress bar with rate and time left.
final class ProgressBar: ProgressMeter {
  private struct Shown {
    var count: Int64 = 0
    var at: ContinuousClock.Instant?
  }

  private static let width = 20

  private let title: String
  private let total: Int64
  private let first: Int64
  private let terminal = TerminalLine()
  private let start = ContinuousClock.now
  private let shown = Mutex(Shown())

  /// - Parameter first: what was done before, which does not count in the rate.
  init(_ title: String, total: Int64, from first: Int64 = 0) {
    self.title = title
    self.total = total
    self.first = first
  }

  func advance(_ count: Int) {
    show { $0 += Int64(count) }
  }

  func advance(to count: Int64) {
    show { $0 = count }
  }

  private func show(_ change: (inout Int64) -> Void) {
    let now = ContinuousClock.now
    let text: String? = shown.withLock { shown in
      change(&shown.count)
      guard terminal.isShown, shown.at.map({ now - $0 > .milliseconds(200) }) ?? true else {
        return nil
      }
      shown.at = now
      return line(shown.count, after: now - start)
    }
    if let text { terminal.show(text) }
  }

  /// Shows a text in place of the bar.
  func note(_ text: String) { terminal.show(text) }

  func end() { terminal.clear() }

  func line(_ count: Int64, after elapsed: Duration) -> String {
    let rate = Double(count - first) / max(0.001, elapsed / .seconds(1))
    let part = total > 0 ? min(1, Double(count) / Double(total)) : 1
    let filled = Int(part * Double(Self.width))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: Self.width - filled)
    let left = Duration.seconds(Double(max(0, total - count)) / max(1, rate))
    let time = left.formatted(.time(pattern: .minuteSecond))
    return "\(title) [\(bar)] \(count) of \(total), \(Int(rate)) a second, \(time) left"
  }
}

/// A count with its rate, for work of unknown extent.
struct ProgressCount {
  private let terminal = TerminalLine()
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  mutating func show(_ count: Int) {
    let now = ContinuousClock.now
    guard terminal.isShown, now - last > .milliseconds(200) else { return }
    last = now
    let rate = Double(count) / max(0.001, (now - start) / .seconds(1))
    terminal.show("\(count) documents, \(Int(rate)) a second ")
  }

  func end() { terminal.clear() }
}
