import Foundation
import Ledger
import Postgres
import ReferenceModels
import Testing

@testable import Projections

/// The values that projections store beside columns. A projection is rebuilt from the events, yet a new version
/// begins with the rows of the version before.
///
/// `DAICHO_WRITE_GOLDEN=1` writes the bytes anew.
struct ProjectedStateTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "States")
  private static let writes = ProcessInfo.processInfo.environment["DAICHO_WRITE_GOLDEN"] == "1"

  @Test(arguments: [
    ("chain.full", ProjectedStates.fullChain),
    ("chain.minimal", ProjectedStates.minimalChain),
    ("chain.silent", ProjectedStates.silentChain),
    ("chain.posted", ProjectedStates.postedChain),
  ])
  func `of a chain is read and written as it was`(name: String, state: ChainState) throws {
    try expect(name, state)
  }

  @Test(arguments: [
    ("chain_transaction.full", ProjectedStates.fullTransaction),
    ("chain_transaction.minimal", ProjectedStates.minimalTransaction),
  ])
  func `of a transaction is read and written as it was`(
    name: String, state: TransactionState
  ) throws {
    try expect(name, state)
  }

  @Test func `of what is missing is read and written as it was`() throws {
    let golden = try text("tenure_chain.findings.json")
    #expect(
      try StateText.decode([Incompleteness].self, JSONText(golden)) == ProjectedStates.findings)
    #expect(try sorted(StateText.encode(ProjectedStates.findings).text) == sorted(golden))
    #expect(try StateText.encode([Incompleteness]()).text == "[]")
  }

  @Test func `of refunds is read and written as it was`() throws {
    let golden = try text("service_period.refunds.json")
    #expect(try StateText.decode(whole: Refunds.self, JSONText(golden)) == ProjectedStates.refunds)
    #expect(try sorted(StateText.encode(whole: ProjectedStates.refunds).text) == sorted(golden))
  }

  @Test func `of a newer version or with a name of one is rejected`() throws {
    #expect(throws: StateCodingError.unknownVersion(2)) {
      try StoredState.decode(ChainState.self, [2, 0])
    }
    #expect(throws: StateCodingError.unknownName) {
      try StoredState.decode(ChainState.self, [1, 0, 250, 1, 0])
    }
    #expect(throws: StateCodingError.damaged) { try StoredState.decode(ChainState.self, []) }
  }

  @Test func `of random lives is read as it was written`() throws {
    var count = 0
    for number in 0..<200 {
      var chains: [ChainID: ChainState] = [:]
      for event in RandomLife(seed: 7, number: number).events {
        guard case .chain(let content) = event.event, let id = content.chainOfFact else { continue }
        chains[id, default: ChainState(id)].join(event)
      }
      for chain in chains.values {
        let bytes = try StoredState.encode(chain.withoutTransactions)
        #expect(try StoredState.decode(ChainState.self, bytes) == chain.withoutTransactions)
        for state in chain.transactions.values {
          let bytes = try StoredState.encode(state)
          #expect(try StoredState.decode(TransactionState.self, bytes) == state)
          count += 1
        }
      }
    }
    #expect(count > 1_000)
  }

  @Test func `of a grace by status is read as it was written`() throws {
    let state = ProjectedStates.gracedChain
    let bytes = try StoredState.encode(state)
    #expect(try StoredState.decode(ChainState.self, bytes) == state)
  }

  /// Whatever altered bytes say, reading them ends with an error or a state.
  @Test func `of altered bytes does no harm`() throws {
    for name in ["chain.full", "chain_transaction.full"] {
      let golden = try bytes("\(name).v1.hex")
      var errors = 0
      for place in golden.indices {
        for bit in 0..<8 {
          var altered = golden
          altered[place] ^= 1 << bit
          do {
            if name == "chain.full" {
              _ = try StoredState.decode(ChainState.self, altered)
            } else {
              _ = try StoredState.decode(TransactionState.self, altered)
            }
          } catch {
            errors += 1
          }
        }
      }
      #expect(errors > golden.count)
    }
  }

  @Test func `names every field by a number`() throws {
    let states: [any Encodable] = [
      ProjectedStates.fullTransaction, ProjectedStates.fullChain.withoutTransactions,
      ProjectedStates.postedChain.withoutTransactions, ProjectedStates.gracedChain,
    ]
    for state in states {
      let encoder = StateEncoder()
      try encoder.write(state)
      encoder.end(to: 0)
      #expect(encoder.spelled.isEmpty)
    }
  }

  /// Reads and writes the bytes of a file.
  private func expect<State: Codable & Equatable>(_ name: String, _ state: State) throws {
    if Self.writes { try write(StoredState.encode(state), in: "\(name).v1.hex") }
    let golden = try bytes("\(name).v1.hex")
    #expect(try StoredState.decode(State.self, golden) == state)
    #expect(try StoredState.encode(state) == golden)
    for end in golden.indices {
      let read = try? StoredState.decode(State.self, Array(golden[..<end]))
      #expect(read != state, "cut after \(end) bytes")
    }
  }

  private func write(_ bytes: [UInt8], in file: String) throws {
    let digits = bytes.map { String(format: "%02x", $0) }
    let lines = stride(from: 0, to: digits.count, by: 48).map {
      digits[$0..<min($0 + 48, digits.count)].joined()
    }
    try Data(lines.map { $0 + "\n" }.joined().utf8)
      .write(to: Self.folder.appending(path: file))
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
  }

  private func bytes(_ file: String) throws -> [UInt8] {
    let digits = try text(file).compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Returns the same JSON with its keys in order.
  private func sorted(_ json: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let bytes = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: bytes, as: UTF8.self)
  }
}
