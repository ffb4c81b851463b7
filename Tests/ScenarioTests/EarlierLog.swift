import Foundation

/// A log written by an earlier version, with that version's answers about it: a folder of
/// `LogFixture`, whose README explains its origin and why it never changes.
struct EarlierLog: Sendable, CustomStringConvertible {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "LogFixture")

  private let folder: URL

  /// The commit that the version was built from.
  var version: String { folder.lastPathComponent }
  var description: String { version }

  /// Returns every log that is kept, in the order of their names.
  static func all() throws -> [EarlierLog] {
    try FileManager.default.contentsOfDirectory(
      at: fixtures, includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .sorted { $0.path < $1.path }.map(EarlierLog.init)
  }

  private init(_ folder: URL) {
    self.folder = folder
  }

  /// Returns the statements that create the database: its schema and its rows.
  func dump() throws -> String { try text(of: "log.sql") }

  /// Returns an API key that the version created.
  func apiKey() throws -> String {
    try text(of: "api.key").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The heads of all lanes, as `verify --head` printed them.
  var head: URL { folder.appending(path: "head.json") }

  /// The settings that open the log.
  var settings: [String: String] {
    [
      "DAICHO_APPS": folder.appending(path: "apps.json").path,
      "DAICHO_TRUST_ROOTS": "Production=\(folder.appending(path: "root.pem").path)",
      "DAICHO_ENCRYPTION_KEY_FILE": folder.appending(path: "master.keys").path,
    ]
  }

  /// The answers that later versions change on purpose, beside the folder.
  var changes: URL {
    folder.deletingLastPathComponent().appending(path: "\(version).changed.jsonl")
  }

  /// Returns the questions with the answers expected today, one a line: those of the version, except
  /// where they were changed on purpose.
  func answers() throws -> [RecordedAnswer] {
    let recorded = try Self.answers(text(of: "answers.jsonl"))
    guard !ChangedAnswers.areRecorded, FileManager.default.fileExists(atPath: changes.path) else {
      return recorded
    }
    let changed = Dictionary(
      uniqueKeysWithValues: try Self.answers(String(contentsOf: changes, encoding: .utf8))
        .map { ($0.question, $0) })
    return recorded.map { changed[$0.question] ?? $0 }
  }

  private static func answers(_ lines: String) throws -> [RecordedAnswer] {
    try lines.split(separator: "\n").map(RecordedAnswer.init(line:))
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
