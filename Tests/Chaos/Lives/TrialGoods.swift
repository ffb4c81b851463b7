import AppStoreSimulator
import Foundation

/// What is sold in a trial, and the coins that it gives: from some day of the last year on twice as many.
struct TrialGoods: Sendable {
  /// A change of what is given is met by purchases and renewals on both sides of it.
  private static let plenty = Int64(200).days

  let catalogue: Catalogue
  private let change: Int64

  /// - Parameter end: when the lives end, milliseconds since 1970.
  init(ending end: Int64) {
    change = end - Self.plenty
    var goods = Catalogue.game
    let twice = Coinage.gameList.mapValues { grants in
      grants.map { Coinage.Grant(2 * $0.amount, $0.coin, duringTrial: $0.duringTrial) }
    }
    goods.coinage.begin(twice, at: change)
    catalogue = goods
  }

  /// Publishes what is given at first and what is given later, each from its day on.
  func publish(to ledger: LedgerProcess) async throws {
    for moment in [0, change] { try await Self.publish(catalogue, at: moment, to: ledger) }
  }

  /// Publishes what goods give at a moment, from that moment on.
  static func publish(
    _ catalogue: Catalogue, at moment: Int64, to ledger: LedgerProcess
  ) async throws {
    let file = ledger.home.appending(path: "catalog-\(moment).json")
    try catalogue.catalogFile(at: moment).write(to: file)
    try await ledger.command(
      "catalog", "publish", file.path, "--from", CustomerTruth.Moment(moment).text)
  }
}
