import Foundation
import Hummingbird

/// The route of a device's app receipt.
struct ReceiptControlRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    router.control(
      "/control/customers/{name}/receipt", query: ["digest", "device"], [.get: receipt])
  }

  private struct ReceiptBody: Encodable {
    /// The receipt in Base64.
    let receipt: String
  }

  /// The digest of a receipt's payload.
  private enum DigestName: String, CaseIterable {
    case sha1, sha256

    var digest: ReceiptForm.Digest {
      switch self {
      case .sha1: .sha1
      case .sha256: .sha256
      }
    }
  }

  /// Returns the app receipt that the customer's device holds after a refresh.
  private func receipt(_ request: ControlRequest) async throws -> ReceiptBody {
    let name = try request.part("name")
    let digest = try Field.word(
      request.parameter("digest") ?? DigestName.sha256.rawValue, of: DigestName.allCases, "digest")
    let device = try Field.uuid(request.parameter("device"), "device")
      .flatMap(UUID.init)
    let issuer = try simulation.requireReceipts()
    let purchases = try await simulation.withWorld { world in
      world.purchases(of: try world.customer(named: name))
    }
    let receipt = purchases.receipt(for: device?.octets)
    let contents = try issuer.authority.sign(receipt, as: ReceiptForm(digest.digest))
    return ReceiptBody(receipt: Data(contents).base64EncodedString())
  }
}

extension Simulation {
  /// Returns the issuer of app receipts. Throws if the store knows no receipts.
  nonisolated func requireReceipts() throws(ControlProblem) -> ReceiptIssuer {
    guard let receipts else {
      throw ControlProblem(
        .conflict, code: "no_receipts",
        detail: "This store knows no receipts; open it with `daicho-appstore serve`.")
    }
    return receipts
  }
}

extension UUID {
  fileprivate var octets: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
