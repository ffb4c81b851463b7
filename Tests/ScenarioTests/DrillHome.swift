import Foundation
import Testing

/// The folder of one drill, which is kept if the drill fails.
enum DrillHome {
  /// - Parameter again: the command that repeats the drill by hand.
  static func with(
    _ name: String, again command: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (_ home: URL, _ again: Comment) async throws -> Void
  ) async {
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-\(name)-\(UUID())")
    let again: Comment = "\(command); home \(home.path)"
    do {
      try await body(home, again)
      try FileManager.default.removeItem(at: home)
    } catch {
      Issue.record(error, again, sourceLocation: sourceLocation)
    }
  }
}
