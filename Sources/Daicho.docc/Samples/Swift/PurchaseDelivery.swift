#if canImport(StoreKit)
  import Foundation
  import StoreKit
#endif

/// A transaction of StoreKit, as far as its delivery goes.
protocol FinishableTransaction: Sendable {
  /// The text that Apple signed.
  var signed: String { get }
  func finish() async
}

/// The delivery of transactions from the game to its own server, which has the ledger's key.
struct PurchaseDelivery: Sendable {
  /// Sends a signed transaction to the game's server. Returns the `finish` of its item.
  let send: @Sendable (_ signed: String, _ isRestored: Bool) async throws -> Bool

  /// Delivers a transaction, and finishes it once it is recorded permanently. One that is left unfinished is
  /// delivered by StoreKit again, at the next launch at the latest.
  func deliver(_ transaction: some FinishableTransaction) async {
    guard let isRecorded = try? await send(transaction.signed, false), isRecorded else { return }
    await transaction.finish()
  }

  /// Sends what the player owns, after the player pressed Restore. Nothing is to be finished.
  func restore(_ signed: [String]) async throws {
    for transaction in signed { _ = try await send(transaction, true) }
  }
}

#if canImport(StoreKit)
  struct StoreKitTransaction: FinishableTransaction {
    let result: VerificationResult<Transaction>

    var signed: String { result.jwsRepresentation }
    func finish() async { await result.unsafePayloadValue.finish() }
  }

  extension PurchaseDelivery {
    /// Delivers each transaction as it comes. Begins at the launch, and goes on as long as the game.
    func run() async {
      async let left: Void = deliverUnfinished()
      for await result in Transaction.updates { await deliver(StoreKitTransaction(result: result)) }
      await left
    }

    /// Delivers what is left unfinished: at the launch, and once more after a login or a lost connection.
    func deliverUnfinished() async {
      for await result in Transaction.unfinished {
        await deliver(StoreKitTransaction(result: result))
      }
    }

    /// Buys a product for the player whose token is registered with the ledger.
    func buy(_ product: Product, for token: UUID) async throws {
      let outcome = try await product.purchase(options: [.appAccountToken(token)])
      if case .success(let result) = outcome { await deliver(StoreKitTransaction(result: result)) }
    }

    /// Restores at the press of a button.
    func restore() async throws {
      try await AppStore.sync()
      var signed: [String] = []
      for await result in Transaction.currentEntitlements {
        signed.append(result.jwsRepresentation)
      }
      try await restore(signed)
    }
  }
#endif
