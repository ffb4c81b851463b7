import Ledger
import Synchronization

/// A decision as the writer takes it, whatever it decides.
protocol PendingDecision: Sendable {
  var place: StreamPlace { get }
  /// Ids of the words its events may use.
  var wordIDs: [WordDictionary.Word: Int32] { get }

  /// Forgets what a batch that failed had decided.
  func begin()
  /// How far the stream was folded, as far as that is of use under this head of its lane.
  func position(under head: LaneHead) -> Int64
  /// Decides, with what the stream holds after that position, unless another decision of the batch
  /// took it in.
  func decide(
    after news: [RecordedEvent], at moment: Instant, _ reader: EventReader
  ) async throws -> [LedgerEvent]
  /// It is committed, with events up to this position of the lane.
  func keep(upTo position: Int64)
}

final class Decision<Rule: Decider>: PendingDecision {
  let place: StreamPlace
  let wordIDs: [WordDictionary.Word: Int32]
  private let rule: Rule
  private let folds: StreamFolds<Rule.State>
  private let laneCount: Int16
  private let given = Mutex<Rule.Verdict?>(nil)

  init(
    _ rule: Rule, in folds: StreamFolds<Rule.State>, laneCount: Int16,
    wordIDs: [WordDictionary.Word: Int32]
  ) {
    self.rule = rule
    self.folds = folds
    self.laneCount = laneCount
    self.wordIDs = wordIDs
    place = StreamPlace(rule.stream, among: laneCount)
  }

  /// What it came to, once it is committed.
  var verdict: Rule.Verdict? { given.withLock { $0 } }

  func begin() {
    _ = folds.release(place)
  }

  func position(under head: LaneHead) -> Int64 {
    folds.take(place, upTo: head.position)
  }

  func decide(
    after news: [RecordedEvent], at moment: Instant, _ reader: EventReader
  ) async throws -> [LedgerEvent] {
    var fold = folds.release(place) ?? StreamFolds.Fold(state: rule.initial)
    try await take(news, into: &fold, reader)
    let (verdict, events) = rule.decide(on: fold.state, at: moment)
    for event in events {
      precondition(event.stream == rule.stream, "a decision appends to its own stream")
      rule.evolve(&fold.state, with: event)
    }
    fold.weight += events.count
    folds.hold(fold, of: place)
    given.withLock { $0 = verdict }
    return events
  }

  func keep(upTo position: Int64) {
    folds.settle(place, upTo: position)
  }

  /// Folds the stream as far as it goes, so that little is left to read under the lock.
  func prepare(_ reader: EventReader) async throws {
    guard !folds.knows(place) else { return }
    var fold = StreamFolds.Fold(state: rule.initial)
    try await take(try await reader.events(of: place), into: &fold, reader)
    folds.keep(fold, of: place)
  }

  /// The stream as it is now, without waiting for anybody.
  func read(_ reader: EventReader) async throws -> (state: Rule.State, position: Position) {
    var fold = folds.fold(of: place) ?? StreamFolds.Fold(state: rule.initial)
    try await take(
      try await reader.events(of: place, after: fold.position), into: &fold, reader)
    folds.keep(fold, of: place)
    return (fold.state, Position([place.lane: fold.position]))
  }

  private func take(
    _ events: [RecordedEvent], into fold: inout StreamFolds<Rule.State>.Fold,
    _ reader: EventReader
  ) async throws {
    for event in events where event.id.position > fold.position {
      rule.evolve(&fold.state, with: event.event)
      fold.position = event.id.position
      fold.weight += 1
      try await takeSources(into: &fold, reader)
    }
  }

  /// Right after the event that named them: a stream read at once and one followed for days come to the
  /// same.
  private func takeSources(
    into fold: inout StreamFolds<Rule.State>.Fold, _ reader: EventReader
  ) async throws {
    while case let sources = rule.sources(of: fold.state), !sources.isEmpty {
      for source in sources {
        let events = try await reader.events(of: StreamPlace(source, among: laneCount))
        rule.take(events.map(\.event), of: source, into: &fold.state)
        fold.weight += events.count
      }
    }
  }
}
