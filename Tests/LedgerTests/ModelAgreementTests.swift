import Ledger
import Testing

@testable import ReferenceModels

/// Where two reference models answer one question, they answer alike.
struct ModelAgreementTests {
  private static let seed: UInt64 = 20_260_101
  private static let share = 50

  /// A purchase as the models of tenure and money, or of coins, know it.
  fileprivate struct Known: Equatable {
    let transactionID: TransactionID
    let purchaseDate: Instant
    let price: Int64?
    let currency: String?
    let offer: Offer?
  }

  @Test(arguments: Array(stride(from: 0, to: 1_000, by: share)))
  func `the models agree on the purchases of subscribers and on what replaced them`(first: Int) {
    for number in first..<first + Self.share {
      compare(RandomLife(seed: Self.seed, number: number).events, "life \(number)")
    }
  }

  @Test(arguments: Array(stride(from: 0, to: 1_000, by: share)))
  func `the models agree on the purchases of players and on what replaced them`(first: Int) {
    for number in first..<first + Self.share {
      let news = CoinLife(seed: Self.seed, number: number).news
      let events = news.enumerated().map { index, news in
        RecordedEvent(
          id: EventID(lane: 1, position: Int64(index + 1)), recordedAt: news.at, event: news.event,
          evidence: nil)
      }
      compare(events, "coin life \(number)")
    }
  }

  private func compare(_ events: [RecordedEvent], _ life: String) {
    for chain in ModelFacts(events).chains {
      let coins = ModelCoinChain(chain.chain, events, ModelCoinRules())
      let own = chain.purchases.filter { $0.purchase.type != .app }
      let bought = coins.purchases.filter { $0.purchase.type != .app }
      #expect(
        own.map { Known($0.transactionID, $0.purchase) }
          == bought.map { Known($0.transactionID, $0.purchase) }, "\(life)")
      for purchase in own {
        guard let period = chain.period(of: purchase),
          let same = bought.first(where: { $0.transactionID == purchase.transactionID })
        else { continue }
        #expect(
          coins.replacement(of: same) == period.replacedAt, "\(life), \(purchase.transactionID)")
      }
    }
  }
}

extension ModelAgreementTests.Known {
  fileprivate init(_ transactionID: TransactionID, _ purchase: Purchase) {
    self.init(
      transactionID: transactionID, purchaseDate: purchase.purchaseDate, price: purchase.price,
      currency: purchase.currency, offer: purchase.offer)
  }
}
