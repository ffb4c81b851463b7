import Foundation
import Synchronization

/// A progress bar with rate and time left, on standard error if that is a terminal.
final class ProgressBar: Sendable {
  private struct Shown {
    var count: Int64 = 0
    var at: ContinuousClock.Instant?
  }

  private static let width = 20

  private let title: String
  private let total: Int64
  private let isShown = isatty(STDERR_FILENO) != 0
  private let start = ContinuousClock.now
  private let shown = Mutex(Shown())

  init(_ title: String, total: Int64) {
    self.title = title
    self.total = total
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
      guard isShown, shown.at.map({ now - $0 > .milliseconds(200) }) ?? true else { return nil }
      shown.at = now
      return line(shown.count, after: now - start)
    }
    if let text { write("\r\(text)\u{1B}[K") }
  }

  func end() {
    if isShown { write("\r\u{1B}[K") }
  }

  func line(_ count: Int64, after elapsed: Duration) -> String {
    let rate = Double(count) / max(0.001, elapsed / .seconds(1))
    let part = total > 0 ? min(1, Double(count) / Double(total)) : 1
    let filled = Int(part * Double(Self.width))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: Self.width - filled)
    let left = Duration.seconds(Double(max(0, total - count)) / max(1, rate))
    let time = left.formatted(.time(pattern: .minuteSecond))
    return "\(title) [\(bar)] \(count) of \(total), \(Int(rate)) a second, \(time) left"
  }

  private func write(_ text: String) {
    StandardStreams.tell(Data(text.utf8))
  }
}
