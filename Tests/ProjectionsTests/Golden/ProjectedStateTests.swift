import Foundation
import Ledger
import Postgres
import Testing

@testable import Projections

/// The JSON that projections store. A projection is rebuilt from the events, yet a new version
/// begins with the rows of the version before.
struct ProjectedStateTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "States")

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
    try expect("tenure_chain.findings", ProjectedStates.findings)
  }

  @Test func `of refunds is read and written as it was`() throws {
    try expect("service_period.refunds", ProjectedStates.refunds)
  }

  private func expect<State: Codable & Equatable>(_ name: String, _ state: State) throws {
    let golden = try String(
      contentsOf: Self.folder.appending(path: "\(name).json"), encoding: .utf8)
    let read = try StateText.decode(State.self, JSONText(golden))
    #expect(read == state)
    #expect(try sorted(StateText.encode(state).text) == sorted(golden))
    #expect(try sorted(StateText.encode(read).text) == sorted(golden))
  }

  /// Returns the same JSON with its keys in order.
  private func sorted(_ json: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let bytes = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: bytes, as: UTF8.self)
  }
}
