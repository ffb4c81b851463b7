import EventProcessing

/// The names of the doctor's checks, which `--only` takes.
package enum DoctorCheckName: String, CaseIterable, Sendable {
  case settings, files, connections, apple, address, keyring
  case database, sessions, durability, speed, clock, writes, schema, rights, guards
  case masterKeys = "master-keys"
  case apiKeys = "api-keys"
  case servers, partitions, pause, consumers, jobs, notifications, tenure, coins, grants, prices,
    wallets, terms, owners, backup
}

/// One check of the doctor, which fails alone.
struct DoctorCheck: Sendable {
  let name: DoctorCheckName
  /// The title of its finding if it is late: several checks may have one name.
  let title: String
  let work: @Sendable () async -> [Finding]
  /// The findings if the work takes too long; nil for a warning.
  let late: (@Sendable () -> [Finding])?

  init(
    _ name: DoctorCheckName, title: String? = nil, late: (@Sendable () -> [Finding])? = nil,
    _ work: @escaping @Sendable () async -> [Finding]
  ) {
    self.name = name
    self.title = title ?? name.rawValue
    self.late = late
    self.work = work
  }
}

/// One visit of the doctor: the checks that were asked for, and the deadline of each.
package struct DoctorRound: Sendable {
  /// The time of all checks together.
  package static let patience: Duration = .milliseconds(4_500)
  /// The time of checks that were asked for by name.
  package static let patienceOfChosen: Duration = .seconds(60)
  /// The checks at a time: a database without a free connection is not asked for twenty.
  private static let atOnce = 4

  private let chosen: Set<DoctorCheckName>
  let deadline: ContinuousClock.Instant
  private let patience: Duration

  /// - Parameter chosen: the checks to make; all if there are none.
  package init(_ chosen: [DoctorCheckName] = [], patience: Duration? = nil) {
    self.chosen = Set(chosen.isEmpty ? DoctorCheckName.allCases : chosen)
    self.patience = patience ?? (chosen.isEmpty ? Self.patience : Self.patienceOfChosen)
    deadline = .now + self.patience
  }

  func includes(_ name: DoctorCheckName) -> Bool { chosen.contains(name) }

  /// Makes those of the checks that were asked for, side by side. Returns their findings in order.
  func findings(_ checks: [DoctorCheck]) async -> [Finding] {
    let semaphore = AsyncSemaphore(places: Self.atOnce)
    let asked = checks.filter { includes($0.name) }
    return await withTaskGroup(of: (Int, [Finding]).self) { group in
      for (index, check) in asked.enumerated() {
        group.addTask {
          (index, await semaphore.pass { await self.answer(of: check) })
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }

  /// Returns the findings of a check, asked for or not, or those for lateness at the deadline. Nothing waits
  /// for work that is late, which is canceled.
  func answer(of check: DoctorCheck) async -> [Finding] {
    let (answers, continuation) = AsyncStream.makeStream(of: [Finding]?.self)
    let work = Task { continuation.yield(await check.work()) }
    let timer = Task {
      // Interrupted only once there is an answer.
      try? await Task.sleep(until: deadline, clock: .continuous)
      continuation.yield(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await answer in answers { return answer ?? late(check) }
    return late(check)
  }

  private func late(_ check: DoctorCheck) -> [Finding] {
    check.late?() ?? [
      .warn(
        check.title, "no answer within \(patience.sentence)",
        remedy: "run `daicho doctor --only \(check.name.rawValue)`, which waits "
          + Self.patienceOfChosen.sentence)
    ]
  }

  /// The time of the round in words.
  var patienceText: String { patience.sentence }
}

extension Duration {
  /// The duration in seconds, as `4.5 s`.
  fileprivate var sentence: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
  }
}
