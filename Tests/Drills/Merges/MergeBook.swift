import Foundation

/// The answers to merges, of which a repeated one must be the same.
actor MergeBook {
  private static let interval = Duration.milliseconds(5)

  private var bodies: [String: String] = [:]
  private var answered = 0
  /// The undos that were answered with success.
  private(set) var undos = 0

  var merges: Int { bodies.count }

  func take(_ reply: Reply, to key: String) throws {
    let first = bodies[key, default: reply.body]
    guard first == reply.body else {
      throw BrokenDrill("\(key) was answered \(first), then \(reply.body)")
    }
    bodies[key] = first
  }

  func noteUndo() { undos += 1 }

  func noteAnswer() { answered += 1 }

  func waitUntilAnswered(_ count: Int) async throws {
    while answered < count { try await Task.sleep(for: Self.interval) }
  }
}
