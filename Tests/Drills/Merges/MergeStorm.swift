import Foundation

/// The merging, separating, buying and spending of all pairs at once, each request sent twice, while
/// servers are killed.
struct MergeStorm: Sendable {
  let plan: MergePlan
  let kills: FleetKillPlan
  let fleet: LedgerFleet
  let postgres: SharedPostgres
  let servers: GameServers
  let merges = MergeBook()

  /// - Parameters:
  ///   - posts: the transactions that games post meanwhile, and then Apple's notifications of them.
  ///   - refunds: the notifications of refunds.
  func rage(posts: [Int], refunds: [Int]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for pair in plan.pairs {
        group.addTask { try await mergeAndSeparate(pair) }
        group.addTask { try await spend(pair) }
      }
      group.addTask { for refund in refunds { try await servers.notify(refund) } }
      group.addTask { for post in posts { try await buy(post) } }
      group.addTask { try await strike() }
      for try await _ in group {}  // the first promise found broken ends all
    }
  }

  private func mergeAndSeparate(_ pair: MergePlan.Pair) async throws {
    for round in 1...pair.merges {
      try await twice { try await merge(pair, round) }
      await merges.noteAnswer()
      if round < pair.merges || pair.endsApart { try await twice { try await separate(pair) } }
      await merges.noteAnswer()
    }
  }

  private func merge(_ pair: MergePlan.Pair, _ round: Int) async throws {
    let key = "merge-\(pair.number)-\(round)"
    let reply = try await servers.client.post(
      "/v1/accounts/\(pair.user.name)/merge", #"{"from":"\#(pair.guest.name)"}"#, key: key)
    guard reply.status == 200 else {
      throw BrokenDrill("\(key) was answered \(reply.status): \(reply.body)")
    }
    try await merges.take(reply, to: key)
  }

  /// Undoes a merge. One of two requests finds nothing to undo.
  private func separate(_ pair: MergePlan.Pair) async throws {
    let reply = try await servers.client.post(
      "/v1/accounts/\(pair.user.name)/merge/undo",
      #"{"from":"\#(pair.guest.name)","author":"drill","reason":"apart again"}"#)
    guard reply.status == 200 || reply.problem == "not_merged" else {
      throw BrokenDrill("an undo was answered \(reply.status): \(reply.body)")
    }
    if reply.status == 200 { await merges.noteUndo() }
  }

  private func spend(_ pair: MergePlan.Pair) async throws {
    for call in pair.spends {
      try await twice { _ = try await servers.ask(call) }
      await merges.noteAnswer()
    }
  }

  private func buy(_ post: Int) async throws {
    try await twice { try await servers.post(post) }
    try await servers.notify(post)
  }

  private func twice(_ body: @escaping @Sendable () async throws -> Void) async throws {
    async let first: Void = body()
    try await body()
    try await first
  }

  private func strike() async throws {
    for blow in kills.blows {
      try await merges.waitUntilAnswered(blow.answers)
      switch blow.victim {
      case .ledger(let ledger): try await fleet.kill(ledger)
      case .postgres:
        // A ledger that starts without its database ends, as it should.
        try await fleet.waitUntilReady()
        try await postgres.kill()
      }
    }
  }
}
