import Foundation
import Ledger
import Testing

struct ConsentTests {
  private func say(_ given: Bool, in consent: ConsumptionConsent) -> ConsentChanged? {
    consent.decide(given: given, in: game, environment: .production, at: day(0))
  }

  @Test func `who never said anything has not consented`() {
    #expect(!ConsumptionConsent(player).isGiven)
    #expect(ConsumptionConsent(player).last == nil)
  }

  @Test func `the same word twice is one, and each other word has a number of its own`() throws {
    var consent = ConsumptionConsent(player)
    for (index, given) in [true, false, true].enumerated() {
      let change = try #require(say(given, in: consent))
      #expect(change.number == index + 1)
      consent.evolve(with: .account(.consentChanged(change)))
      #expect(consent.isGiven == given)
      #expect(say(given, in: consent) == nil)
    }
  }

  @Test func `a refusal of consent that was never asked for is recorded`() {
    #expect(say(false, in: ConsumptionConsent(player))?.given == false)
  }

  @Test func `an erasure takes the consent back, and the next word is a new one`() throws {
    var consent = ConsumptionConsent(player)
    consent.evolve(with: .account(.consentChanged(try #require(say(true, in: consent)))))
    consent.evolve(
      with: .account(
        .accountErased(
          AccountErased(
            environment: .production, bundleID: game, account: player, chains: [], erasedAt: day(1))
        )))
    #expect(!consent.isGiven)
    #expect(say(true, in: consent)?.number == 2)
  }
}

/// The permanent JSON of the events of consent, cut-over dates and epochs.
struct CutOverEventTests {
  private func written(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private let consent = ConsentChanged(
    environment: .production, bundleID: game, account: player, given: true, number: 3,
    changedAt: day(0))
  private let cutOver = CutOverDeclared(
    bundleID: game, environment: .sandbox, before: day(1), rules: nil, decidedAt: day(2))
  private let epoch = EpochOpened(
    epoch: player.key, reason: "restored from a backup", openedAt: day(0))

  @Test func `a consent is written so`() throws {
    let text = #"""
      {"account":"0387B126-E619-CE6A-C6E8-3B6BEF1F8E42","bundleID":"com.example.game",\#
      "changedAt":1767225600000,"environment":"Production","given":true,"number":3}
      """#
    #expect(try written(consent) == text)
    #expect(try read(ConsentChanged.self, text) == consent)
    #expect(
      consent.digest.hexadecimal
        == "3f734fd101d3d3cdf9d0fefaf5146283ac2ed53d3b31ab8da7cd760b362d6852")
  }

  @Test func `a cut-over date is written so`() throws {
    let text = #"""
      {"before":1767312000000,"bundleID":"com.example.game","decidedAt":1767398400000,\#
      "environment":"Sandbox"}
      """#
    #expect(try written(cutOver) == text)
    #expect(try read(CutOverDeclared.self, text) == cutOver)
    #expect(
      cutOver.digest.hexadecimal
        == "8d3080bdaaee90b32bc1281b9b4a91c15714bab5eda9f096a7651658d3742fa0")
  }

  @Test func `an epoch is written so`() throws {
    let text = #"""
      {"epoch":"0387B126-E619-CE6A-C6E8-3B6BEF1F8E42","openedAt":1767225600000,\#
      "reason":"restored from a backup"}
      """#
    #expect(try written(epoch) == text)
    #expect(try read(EpochOpened.self, text) == epoch)
    #expect(
      epoch.digest.hexadecimal == "6f3103eba097c4dd3568b7239ea6844e8494f00148902d52e1477997940107c5"
    )
  }

  @Test func `an event belongs to its stream and speaks of its account`() {
    #expect(LedgerEvent.account(.consentChanged(consent)).stream == .account(player))
    #expect(LedgerEvent.account(.consentChanged(consent)).subject == player)
    #expect(LedgerEvent.account(.consentChanged(consent)).accounts == [player])
    #expect(LedgerEvent.shared(.cutOverDeclared(cutOver)).stream == .shared)
    #expect(LedgerEvent.shared(.epochOpened(epoch)).stream == .shared)
    #expect(LedgerEvent.shared(.cutOverDeclared(cutOver)).assertedAt == day(2))
    #expect(LedgerEvent.shared(.epochOpened(epoch)).accounts.isEmpty)
  }
}
