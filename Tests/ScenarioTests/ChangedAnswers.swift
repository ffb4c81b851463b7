import Foundation
import Synchronization

/// The answers that this version gives otherwise on purpose. They are recorded once, by running one
/// test with DAICHO_RECORD_CHANGES=1, and read by a person before they are committed.
enum ChangedAnswers {
  private static let writing = Mutex(())

  /// True if differences are recorded and not reported.
  static var areRecorded: Bool {
    ProcessInfo.processInfo.environment["DAICHO_RECORD_CHANGES"] == "1"
  }

  /// Appends an answer to the file of changes, as a line like those of the recorded answers.
  static func record(
    _ body: Data, code: Int, to answer: RecordedAnswer, of log: EarlierLog
  ) throws {
    var line: [String: Any] = [:]
    switch answer.question {
    case .get(let path): (line["get"], line["status"]) = (path, code)
    case .command(let words): (line["command"], line["code"]) = (words, code)
    }
    switch answer.body {
    case .json: line["body"] = try JSONSerialization.jsonObject(with: body)
    case .text: line["text"] = String(decoding: body, as: UTF8.self)
    }
    let text = try JSONSerialization.data(
      withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
    try writing.withLock { _ in
      // A missing file is the first line's.
      let known = (try? Data(contentsOf: log.changes)) ?? Data()
      let lines = (known + text + Data("\n".utf8)).split(separator: 0x0A).map { Data($0) }
        .sorted { $0.lexicographicallyPrecedes($1) }
      try Data((lines + [Data()]).joined(separator: Data([0x0A]))).write(to: log.changes)
    }
  }
}
