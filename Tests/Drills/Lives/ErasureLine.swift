import AppStoreSimulator
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The request by which a game lets its players erase their accounts, in Production.
struct ErasureLine: Sendable {
  private static let timeout = TimeAmount.seconds(20)

  /// The address of the ledger.
  let ledger: String
  /// An API key of the scope `erase`.
  let key: String

  /// Erases an account. The reply is a success once the ledger has nothing of the account, or if it never had anything.
  /// Any other reply keeps the request pending, which ends the drill with a sentence.
  @Sendable func erase(_ account: String) async -> LedgerReply {
    var request = HTTPClientRequest(
      url: "\(ledger)/v1/accounts/\(account)?environment=Production")
    request.method = .DELETE
    request.headers.add(name: "authorization", value: "Bearer \(key)")
    do {
      let response = try await HTTPClient.shared.execute(request, timeout: Self.timeout)
      for try await _ in response.body {}
      return [200, 404].contains(response.status.code) ? .success : .noResponse
    } catch {
      return .noResponse
    }
  }
}
