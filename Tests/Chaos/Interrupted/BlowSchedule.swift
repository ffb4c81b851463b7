/// Whom a blow strikes.
package enum BlowVictim: String, CaseIterable, Sendable {
  case ledger, postgres, apple
}

/// Lets those whose interruption needs a blow wait for one another, so that one blow meets many.
actor BlowSchedule {
  private static let interval = Duration.milliseconds(5)

  private let size: Int
  private var players: Int
  private var waiting: [BlowVictim: Int] = [:]
  /// How many blows of each kind were begun.
  private(set) var begun: [BlowVictim: Int] = [:]

  /// - Parameters:
  ///   - players: how many play at once.
  ///   - size: so many meet one blow, fewer only where nobody else is left to be waited for.
  init(players: Int, size: Int) {
    self.players = players
    self.size = size
  }

  /// Returns at the moment when the next blow on this victim falls, with the number of those before.
  func wait(for victim: BlowVictim) async throws -> Int {
    let number = begun[victim, default: 0]
    waiting[victim, default: 0] += 1
    while begun[victim, default: 0] == number { try await Task.sleep(for: Self.interval) }
    return number
  }

  /// One of those who play has played out.
  func leave() { players -= 1 }

  /// Whom to strike next; waits until somebody is due. Nil when all have played out.
  func next() async throws -> BlowVictim? {
    while players > 0 {
      if let due { return due }
      try await Task.sleep(for: Self.interval)
    }
    return nil
  }

  /// Lets go all who wait for this blow; the number of those before.
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
