import Synchronization

/// The memory of all request bodies that have not arrived completely.
///
/// Each body has a limit of its own; this one is for all of them together, because connections are
/// many and nobody has to finish a body.
final class BodyBudget: Sendable {
  /// The budget of this process: 64 MiB.
  static let process = BodyBudget(byteMax: 64 << 20)

  private let byteMax: Int
  private let used = Atomic(0)

  init(byteMax: Int) {
    self.byteMax = byteMax
  }

  /// The share of one body. Its bytes are free again when it is released.
  final class Share {
    private let budget: BodyBudget
    private var bytes = 0

    fileprivate init(_ budget: BodyBudget) {
      self.budget = budget
    }

    deinit { budget.used.subtract(bytes, ordering: .relaxed) }

    /// Takes more bytes; throws a 503 that asks to send the request again if there are none.
    func take(_ count: Int) throws(Problem) {
      let total = budget.used.add(count, ordering: .relaxed).newValue
      bytes += count
      guard total <= budget.byteMax else {
        throw .unavailable(
          "overloaded", "Too many bodies are arriving at once; send it again in a moment.")
      }
    }
  }

  func share() -> Share { Share(self) }
}
