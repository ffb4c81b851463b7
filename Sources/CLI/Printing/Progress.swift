import Foundation

/// The progress of a long command, on standard error if that is a terminal.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) != 0
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  mutating func show(_ count: Int) {
    let now = ContinuousClock.now
    guard isShown, now - last > .milliseconds(200) else { return }
    last = now
    let rate = Double(count) / max(0.001, (now - start) / .seconds(1))
    write("\r\(count) documents, \(Int(rate)) a second ")
  }

  func end() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    StandardStreams.tell(Data(text.utf8))
  }
}
