import AppStoreSimulator
import Foundation

/// The products of a drill and their coins: from some day of the last year on twice as many. Before the
/// last four years, another server delivered the coins.
struct DrillGoods: Sendable {
  /// The time from the change of coins to the end of the lives: purchases and renewals fall on both
  /// sides of the change.
  private static let plenty = Int64(200).days
  /// The time from the cut-over date to the end of the lives.
  private static let servedHere = Int64(4 * 365).days

  let catalog: StoreCatalog
  private let change: Int64
  private let cutOver: Int64

  /// - Parameter end: the end of the lives, in milliseconds since 1970.
  init(ending end: Int64) {
    change = end - Self.plenty
    cutOver = end - Self.servedHere
    var goods = StoreCatalog.game
    goods.coinage.cutOver = cutOver
    let twice = Coinage.gameList.mapValues { grants in
      grants.map { Coinage.Grant(2 * $0.amount, $0.coin, duringTrial: $0.duringTrial) }
    }
    goods.coinage.begin(twice, at: change)
    catalog = goods
  }

  /// Declares the cut-over date, and publishes the first coins and the later ones, each from its day on.
  func publish(to ledger: LedgerProcess) async throws {
    try await ledger.command(
      "catalog", "opening", "--before", CustomerTruth.Moment(cutOver).text)
    for moment in [0, change] { try await Self.publish(catalog, at: moment, to: ledger) }
  }

  /// Publishes the coins of a catalog at a moment, from that moment on.
  static func publish(
    _ catalog: StoreCatalog, at moment: Int64, to ledger: LedgerProcess, wallet: String = "daicho"
  ) async throws {
    let file = ledger.home.appending(path: "catalog-\(moment).json")
    try catalog.catalogFile(at: moment, wallet: wallet).write(to: file)
    try await ledger.command(
      "catalog", "publish", file.path, "--from", CustomerTruth.Moment(moment).text)
  }
}
