import Access
import Foundation
import Hummingbird
import Intake
import Ledger
import Outbox

/// The route by which a game posts the app receipt of a device and the account it was bought for.
struct AppReceiptRoutes: Sendable {
  /// The Base64 text of the largest receipt, in JSON that may escape every slash.
  private static let bodySizeMax = 10 * 1_048_576

  let service: ReadService
  let receipts: ReceiptService
  let grants: PostedGrantsReader

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/receipts", .post, use: post)
  }

  @Sendable private func post(_ request: Request, _ context: APIContext) async throws -> Response {
    let (app, environment) = try service.narrowing(
      context, try Query(request, allowing: [.app, .environment]))
    let posted = try AppReceiptBody(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    guard let key = context.caller.key else { throw Problem.unauthorized }
    let content = try posted.content()
    let account = try posted.account.map { try AccountID(reading: $0) }
    if let account { try await service.check(account, of: service.apps.map(\.bundleID)) }
    let submission = try await receipts.receive(
      TransactionPost(
        account: account, content, isRestore: posted.restore ?? false,
        within: PostScope(app: app, environment: environment, reach: key.reach)),
      from: key.id)
    let granted = try await grants.grants(of: submission, within: PostedGrantsReader.patience)
    return try SubmissionBody.response(submission, granted, at: service)
  }
}

private struct AppReceiptBody: StrictBody {
  let account: String?
  let receipt: String
  let deviceId: String?
  let restore: Bool?

  static let fields: [BodyField] = [
    .optional("account", .string), .required("receipt", .string), .optional("deviceId", .string),
    .optional("restore", .bool),
  ]

  /// Returns the receipt and its device, in the form of StoreKit 1 or 2.
  func content() throws(Problem) -> TransactionPost.Content {
    guard isJWS else { return .receipt(try contents(), device: try device()) }
    guard let deviceId else { return .signedTransactions([receipt]) }
    guard let device = UUID(uuidString: deviceId) else {
      throw .invalid(
        "deviceId", "of an AppTransaction must be `AppStore.deviceVerificationID`")
    }
    return .signedOnDevice(receipt, device)
  }

  /// True for the JWS of an AppTransaction, the receipt of StoreKit 2.
  private var isJWS: Bool {
    receipt.utf8.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// Returns the bytes of the receipt. Line breaks in the text are skipped.
  private func contents() throws(Problem) -> [UInt8] {
    let text = Data(receipt.utf8.filter { $0 != 32 && !(9...13).contains($0) })
    guard let data = Data(base64Encoded: text), !data.isEmpty else {
      throw .invalid(
        "receipt",
        "must be the app receipt in Base64, as `appStoreReceiptURL` has it, or the JWS of an "
          + "AppTransaction")
    }
    return [UInt8](data)
  }

  /// Returns the bytes over which the receipt's hash was computed.
  private func device() throws(Problem) -> [UInt8]? {
    guard let deviceId else { return nil }
    if let vendor = UUID(uuidString: deviceId) {
      return withUnsafeBytes(of: vendor.uuid) { [UInt8]($0) }
    }
    let digits = deviceId.filter { $0 != ":" && $0 != "-" }
    guard digits.count == 12, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let address = UInt64(digits, radix: 16)
    else {
      throw .invalid(
        "deviceId",
        "must be `identifierForVendor`, or on a Mac the address of the first network interface, such "
          + "as `a4:83:e7:00:11:22`")
    }
    return (0..<6).reversed().map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
  }
}
