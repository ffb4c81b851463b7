import Foundation
import Reconciliation

/// The progress of a sweep, on standard error if that is a terminal.
struct ProgressLine: Sendable {
  private let title: String
  private let isShown = isatty(STDERR_FILENO) != 0

  init(_ title: String) {
    self.title = title
  }

  func show(_ sweep: Sweep) {
    guard isShown else { return }
    let window = "\(sweep.window.from) to \(sweep.window.to)"
    StandardStreams.tell(
      Data("\r\(title), \(window): \(CountBody(sweep.count).sentence)\u{1B}[K".utf8))
  }

  func end() {
    if isShown { StandardStreams.tell(Data("\r\u{1B}[K".utf8)) }
  }
}
