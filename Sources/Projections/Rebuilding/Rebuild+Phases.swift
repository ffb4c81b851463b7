import EventStore
import Ledger

/// The phases of a rebuild, from the first page of the log to the switch.
extension Rebuild {
  /// Returns the number of the generation to go on with, or begins one.
  func begin() async throws -> Int32 {
    let next = try await store.read(in: .next)
    if let first = next.first {
      let begun = next.map(\.projection)
      guard Set(begun) == Set(names) else { throw RebuildError.begun(begun) }
      try requireRules(of: next)
      return first.number
    }
    if names != ProjectionName.allCases {
      guard try await live.isBuilt() else { throw RebuildError.neverBuilt }
    }
    let events = try await live.events()
    try await (free.map { RebuildSpace(free: $0) } ?? RebuildSpace()).check(
      names, in: store, events: events)
    return try await store.begin(
      names, rules: Self.rules, as: act(.projectionsRebuild, on: nil, names), in: log)
  }

  /// Reads the log into the next generation, and indexes it.
  func build(_ number: Int32, by level: LevelGenerations) async throws {
    let lanes = log.lanes.map { lane in
      LaneRebuild(
        generation: number, lane: lane, consumer: level.generation.consumer, log: log,
        pool: level.generation.pool,
        pageSize: memory.pageSize(lanes: GenerationPool.lanesAtOnce))
    }
    var (done, total): (Int64, Int64) = (0, 0)
    for lane in lanes {
      let place = try await lane.begin()
      done += place.events
      total += place.end
    }
    let meter = RebuildMeter(done: done, total: total, onProgress)
    let throttle = RebuildThrottle(eventsPerSecond: eventsPerSecond)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, lane) in lanes.enumerated() {
        if index >= GenerationPool.lanesAtOnce { try await group.next() }
        group.addTask {
          try await lane.run { events in
            meter.advance(events)
            try await throttle.pass(events)
          }
        }
      }
      try await group.waitForAll()
    }
    try await index()
  }

  private func index() async throws {
    try await store.note(.indexing)
    var count: Int64 = 0
    onProgress(Progress(phase: .indexing, done: 0, total: 0))
    while try await store.createIndex() != nil {
      count += 1
      onProgress(Progress(phase: .indexing, done: count, total: 0))
      try Task.checkCancellation()
    }
    try await store.analyze()
  }

  func catchUp(_ level: LevelGenerations) async throws {
    onProgress(Progress(phase: .catchingUp, done: 0, total: 0))
    try await level.catchUp()
  }

  func compare(_ level: LevelGenerations) async throws -> GenerationDifferences {
    try await store.note(.comparing)
    onProgress(Progress(phase: .comparing, done: 0, total: 0))
    let comparison = GenerationComparison(level: level, pool: pool, log: log)
    let differences = try await comparison.run { done, all in
      onProgress(Progress(phase: .comparing, done: Int64(done), total: Int64(all)))
      try Task.checkCancellation()
    }
    try await store.note(.ready)
    return differences
  }

  /// Brings the next generation level, compares it, and switches if that is wanted.
  func finish(_ level: LevelGenerations) async throws -> Outcome {
    try await store.note(.catchingUp)
    try await catchUp(level)
    var differences: GenerationDifferences?
    let isLiveBuilt = try await live.isBuilt()
    if isLiveBuilt { differences = try await compare(level) }
    try await store.note(.ready)
    guard switches else { return .ready(differences) }
    let isEqual = differences?.isEmpty ?? true
    guard isEqual || author != nil else { return .ready(differences) }
    try await catchUp(level)
    let number = try await store.read(in: .next).first?.number
    try await exchange(
      .next, level, isExact: isLiveBuilt, author: isEqual ? nil : author,
      as: act(.projectionsSwitch, on: number, names, differing: differences?.chains.count ?? 0))
    return .switched
  }

  func exchange(
    _ place: GenerationPlace, _ level: LevelGenerations, isExact: Bool, author: String?,
    as act: ActRecorded?
  ) async throws {
    onProgress(Progress(phase: .switching, done: 0, total: 0))
    try await GenerationSwitch(level: level, log: log).run(
      place, isExact: isExact, author: author, as: act
    ) { attempts in
      onProgress(Progress(phase: .switching, done: 0, total: 0, attempts: attempts))
    }
  }
}
