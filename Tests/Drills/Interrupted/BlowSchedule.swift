/// The victim of a blow.
package enum BlowVictim: String, CaseIterable, Sendable {
  case ledger, postgres, apple
}

/// A schedule that lets interruptions wait for one another, so that one blow meets many of them.
actor BlowSchedule {
  private static let interval = Duration.milliseconds(5)

  private let size: Int
  private var players: Int
  private var waiting: [BlowVictim: Int] = [:]
  /// The number of blows begun, by victim.
  private(set) var begun: [BlowVictim: Int] = [:]

  /// - Parameters:
  ///   - players: the number of players at once.
  ///   - size: the number that meet one blow; fewer only if no other player is left to wait for.
  init(players: Int, size: Int) {
    self.players = players
    self.size = size
  }

  /// Returns at the moment when the next blow on this victim falls, with the number of those
  /// before.
  func wait(for victim: BlowVictim) async throws -> Int {
    let number = begun[victim, default: 0]
    waiting[victim, default: 0] += 1
    while begun[victim, default: 0] == number { try await Task.sleep(for: Self.interval) }
    return number
  }

  /// Records that a player has finished.
  func leave() { players -= 1 }

  /// Returns the next victim once one is due, or nil when all have finished.
  func next() async throws -> BlowVictim? {
    while players > 0 {
      if let due { return due }
      try await Task.sleep(for: Self.interval)
    }
    return nil
  }

  /// Releases all who wait for this blow, and returns the number of those before.
  func begin(_ victim: BlowVictim) -> Int {
    waiting[victim] = 0
    defer { begun[victim, default: 0] += 1 }
    return begun[victim, default: 0]
  }

  private var due: BlowVictim? {
    guard let most = BlowVictim.allCases.max(by: { waits(for: $0) < waits(for: $1) }),
      waits(for: most) > 0
    else { return nil }
    let all = BlowVictim.allCases.map(waits).reduce(0, +)
    return waits(for: most) >= size || all == players ? most : nil
  }

  private func waits(for victim: BlowVictim) -> Int { waiting[victim, default: 0] }
}
