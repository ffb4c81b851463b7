import Foundation
import Ledger
import TestSupport
import Testing

/// The permanent JSON of the events of accounts.
struct AccountEventTests {
  private let token = AccountReference(.production, game, "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b")
  private let chain = ChainID(.production, "1000")

  private func written(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private var aliased: AccountAliased {
    AccountAliased(
      environment: .production, bundleID: game, alias: token, account: player, decidedAt: day(0))
  }

  private var claimed: AliasClaimed {
    AliasClaimed(
      environment: .production, bundleID: game, account: player, alias: token, claimedAt: day(0))
  }

  private var changed: OwnershipChanged {
    OwnershipChanged(
      chain: chain, owners: [token, player, token], account: token,
      cause: .assigned, author: "anna", reason: "lost phone", rules: nil, decidedAt: day(0))
  }

  private let acknowledged = GrantAcknowledged(
    chain: ChainID(.production, "1000"), grant: GrantID(.production, "1", gem),
    transactionID: "1", coin: gem, acknowledgedAt: day(0))

  @Test func `an alias's decision is written so`() throws {
    let text = #"""
      {"account":"0387B126-E619-CE6A-C6E8-3B6BEF1F8E42",\#
      "alias":"9FFD2969-771F-7280-9AAF-50BFB260F7D3","bundleID":"com.example.game",\#
      "decidedAt":1767225600000,"environment":"Production"}
      """#
    #expect(try written(aliased) == text)
    #expect(try read(AccountAliased.self, text) == aliased)
    #expect(
      aliased.digest.hexadecimal
        == "d5edc054c60f96ca8685c90d8aa660d52e455b5a05e62f3c3aee1442d546e005")
  }

  @Test func `the claim of an alias is written so`() throws {
    let text = #"""
      {"account":"0387B126-E619-CE6A-C6E8-3B6BEF1F8E42",\#
      "alias":"9FFD2969-771F-7280-9AAF-50BFB260F7D3","bundleID":"com.example.game",\#
      "claimedAt":1767225600000,"environment":"Production"}
      """#
    #expect(try written(claimed) == text)
    #expect(try read(AliasClaimed.self, text) == claimed)
    #expect(
      claimed.digest.hexadecimal
        == "d921150601eb181d504cae04c7d1ade9e37208ee9c9d84bc1a5aadf008ea150a")
  }

  @Test func `a change of owners is written so`() throws {
    let text = #"""
      {"account":"9FFD2969-771F-7280-9AAF-50BFB260F7D3","author":"anna",\#
      "cause":"assigned","chain":{"bundleID":"com.example.game","environment":"Production",\#
      "originalTransactionID":"1000"},"decidedAt":1767225600000,"owners":["0387B126-E619-CE6A-C6E8-3B6BEF1F8E42",\#
      "9FFD2969-771F-7280-9AAF-50BFB260F7D3"],"reason":"lost phone"}
      """#
    #expect(try written(changed) == text)
    #expect(try read(OwnershipChanged.self, text) == changed)
    #expect(
      changed.digest.hexadecimal
        == "debe84477946f04c99cb8ec7bc8be6867a5fe24942f959bbfb02832548a2aea5")
  }

  @Test func `an acknowledgement is written so`() throws {
    let text = #"""
      {"acknowledgedAt":1767225600000,\#
      "chain":{"bundleID":"com.example.game","environment":"Production",\#
      "originalTransactionID":"1000"},"coin":"gem",\#
      "grant":"aa2d58159da55973eb22d87f1b9aeeaa","transactionID":"1"}
      """#
    #expect(try written(acknowledged) == text)
    #expect(try read(GrantAcknowledged.self, text) == acknowledged)
    #expect(
      acknowledged.digest.hexadecimal
        == "66e4d35380a6edf93c22d71dea5fe10ec627079181720ca431477c4f6e3944be")
  }

  @Test func `an event belongs to its stream and names its accounts`() {
    #expect(LedgerEvent.account(.accountAliased(aliased)).stream == .account(token))
    #expect(LedgerEvent.account(.aliasClaimed(claimed)).stream == .account(player))
    #expect(LedgerEvent.chain(.ownershipChanged(changed)).stream == .chain(chain))
    #expect(LedgerEvent.chain(.grantAcknowledged(acknowledged)).stream == .chain(chain))
    #expect(LedgerEvent.account(.accountAliased(aliased)).accounts == [token, player])
    #expect(LedgerEvent.account(.aliasClaimed(claimed)).accounts == [token, player])
    #expect(LedgerEvent.chain(.ownershipChanged(changed)).accounts == [token, player])
    #expect(LedgerEvent.chain(.grantAcknowledged(acknowledged)).accounts.isEmpty)
  }
}
