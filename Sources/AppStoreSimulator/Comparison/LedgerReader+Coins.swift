import Foundation

extension LedgerReader {
  private static let entriesInAPage = 1_000

  /// Returns the ledger's present answer about an account's coins. The ledger books coins when a
  /// purchase arrives, so it has no answer for a moment in the store's past.
  package func coins(of name: String) async throws -> LedgerAnswer.Coins {
    let account = Self.encoded(name)
    async let grants = pages(of: "/v1/grants", "account=\(account)")
    async let wallet = pages(of: "/v1/accounts/\(account)/wallet")
    return try await LedgerAnswer.Coins(grantPages: grants, walletPages: wallet)
  }

  private func pages(of path: String, _ parameters: String...) async throws -> [Data] {
    let query = (["app=\(app)", "limit=\(Self.entriesInAPage)"] + parameters)
      .joined(separator: "&")
    var pages = [try await get("\(path)?\(query)")]
    while let last = pages.last, let next = try Self.next(after: last) {
      pages.append(try await get("\(path)?\(query)&after=\(Self.encoded(next))"))
    }
    return pages
  }

  /// Returns the cursor of the next page; nil on the last page.
  private static func next(after page: Data) throws -> String? {
    struct Page: Decodable { let next: String? }
    return try JSONDecoder().decode(Page.self, from: page).next
  }
}
