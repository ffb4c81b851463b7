import AppStoreSimulator
import Foundation
import Synchronization

/// Clients that read accounts all the time. Each read must be answered with 200, and its latency is
/// kept.
final class AccountReads: Sendable {
  /// The state of the ledger during a read.
  enum Slice: Hashable, Sendable {
    /// No rebuild runs.
    case alone
    /// A rebuild runs that ends with a switch.
    case rebuilding
    /// Anything else happens: a rebuild is killed, or everything is verified.
    case other
  }

  private static let clients = 4
  private static let parts = ["entitlements", "subscriptions", "tenure", "wallet"]
  /// The pause between two reads of a client: the machine is not driven to its limit.
  private static let pause = Duration.milliseconds(40)

  private let client: FleetClient
  private let accounts: [String]
  private let slice = Mutex(Slice.other)
  private let latencies = Mutex<[Slice: [Duration]]>([:])

  init(_ client: FleetClient, of accounts: [String]) {
    self.client = client
    self.accounts = accounts
  }

  /// Reads during the body.
  func whileReading<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      for _ in 0..<Self.clients {
        group.addTask {
          while !Task.isCancelled { try await self.readOne() }
          return nil
        }
      }
      group.addTask { try await body() }
      guard let answer = try await group.next() ?? nil else { throw CancellationError() }
      group.cancelAll()
      while await group.nextResult() != nil {}  // reads under way end with a cancellation
      return answer
    }
  }

  /// Counts the reads that begin during the body to a slice.
  func during<Answer>(
    _ wanted: Slice, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    slice.withLock { $0 = wanted }
    defer { slice.withLock { $0 = .other } }
    return try await body()
  }

  /// The number of all reads.
  var count: Int { latencies.withLock { $0.values.reduce(0) { $0 + $1.count } } }
  /// The number of reads that were not answered at once and had to be repeated.
  var repeated: Int { client.unanswered }

  /// Returns the latencies of a slice, in order.
  func latencies(_ wanted: Slice) -> [Duration] {
    latencies.withLock { $0[wanted, default: []] }.sorted()
  }

  private func readOne() async throws {
    guard let account = accounts.randomElement(), let part = Self.parts.randomElement() else {
      throw BrokenDrill("there is no account to be read")
    }
    let name = account.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? account
    let slice = slice.withLock(\.self)
    let start = ContinuousClock.now
    let path = "/v1/accounts/\(name)/\(part)?app=\(LivingStore.app.bundleID)"
    let reply = try await client.get(path)
    guard reply.status == 200 else {
      throw BrokenDrill("\(path) was answered \(reply.status): \(reply.body)")
    }
    let latency = ContinuousClock.now - start
    latencies.withLock { $0[slice, default: []].append(latency) }
    try await Task.sleep(for: Self.pause)
  }
}
