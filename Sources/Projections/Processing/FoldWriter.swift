import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// A writer of chains by a fold, which can find out the events that make a write fail.
struct FoldWriter: Sendable {
  let lane: Int16
  /// The events of lane 0 that were applied before.
  let shared: [RecordedEvent]

  /// Writes chains with new events. Returns the events that the fold cannot take.
  ///
  /// The rows of a chain are replaced if nothing of it was applied before, so that a lane may be read
  /// again from its beginning, and if it has dead letters.
  ///
  /// - Parameter positions: the dead letters of the fold, which stay left out.
  func write(
    _ histories: [ChainEvents], by fold: any ChainFold, leavingOut positions: Set<Int64>,
    isIsolating: Bool, on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    let concerned = histories.filter { history in
      history.new.contains { fold.concerns($0.event) }
    }
    guard !concerned.isEmpty else { return [] }
    guard !isIsolating else { return try isolate(concerned, fold, positions, on: connection) }
    let (replaced, continued) = concerned.divided { history in
      history.before.isEmpty || history.before.contains { positions.contains($0.id.position) }
    }
    try write(continued, by: fold, on: connection)
    try rewrite(replaced.map { $0.leavingOut(positions) }, by: fold, on: connection)
    return []
  }

  /// Writes chains again because of an event of lane 0. Returns their events that the fold cannot
  /// take under it.
  func write(
    _ histories: [ChainEvents], touchedBy event: RecordedEvent, by fold: any ChainFold,
    leavingOut positions: Set<Int64>, isIsolating: Bool, on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    guard isIsolating else {
      let touched = histories.map { $0.leavingOut(positions).touched(by: event) }
      try write(touched, by: fold, on: connection)
      return []
    }
    return try FoldWriter(lane: lane, shared: shared + [event])
      .isolate(histories.map(\.rebuilt), fold, positions, on: connection)
  }

  private func write(
    _ histories: [ChainEvents], by fold: any ChainFold, on connection: isolated Connection
  ) throws {
    guard !histories.isEmpty else { return }
    try fold.write(histories, in: lane, shared: shared, isRebuild: false, on: connection)
  }

  /// Replaces the rows of chains by those of all their events.
  func rewrite(
    _ histories: [ChainEvents], by fold: any ChainFold, on connection: isolated Connection
  ) throws {
    guard !histories.isEmpty else { return }
    try fold.write(
      histories.map(\.rebuilt), in: lane, shared: shared, isRebuild: true, on: connection)
  }

  /// Writes chain by chain, and those that fail event by event, by halves.
  private func isolate(
    _ histories: [ChainEvents], _ fold: any ChainFold, _ positions: Set<Int64>,
    on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    var new: [NewDeadLetter] = []
    for history in histories {
      let left = history.leavingOut(positions)
      do {
        try IsolatedWrite.attempt(on: connection) { connection in
          try rewrite([left], by: fold, on: connection)
        }
      } catch  where NewDeadLetter.isTheEvents(error) {
        new += try divide(left, fold, on: connection)
      }
    }
    return new
  }

  /// Finds the new events without which a chain can be written, and writes the chain without them.
  private func divide(
    _ history: ChainEvents, _ fold: any ChainFold, on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    let events = history.new.filter { fold.concerns($0.event) }
    var (new, left): ([NewDeadLetter], Set<Int64>) = ([], Set(events.map(\.id.position)))
    var bisection = Bisection(rejected: events.count)
    while let part = bisection.next {
      let tried = left.subtracting(events[part].map(\.id.position))
      do {
        try IsolatedWrite.attempt(on: connection) { connection in
          try rewrite([history.leavingOut(tried)], by: fold, on: connection)
        }
        left = tried
        bisection.accept()
      } catch  where NewDeadLetter.isTheEvents(error) {
        guard let index = bisection.reject() else { continue }
        if let letter = NewDeadLetter(events[index].id, of: fold.name.consumer, writing: error) {
          new.append(letter)
        }
      }
    }
    // Without any event nothing was written, and rows of an earlier state may be there.
    if history.before.isEmpty, left.count == events.count {
      try rewrite([history.leavingOut(left)], by: fold, on: connection)
    }
    return new
  }
}

extension [ChainEvents] {
  fileprivate func divided(
    by isFirst: (ChainEvents) -> Bool
  ) -> (first: [ChainEvents], second: [ChainEvents]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
