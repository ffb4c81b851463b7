import Foundation

extension LedgerReader {
  private static let entriesInAPage = 1_000

  /// What the ledger says of a customer's coins as it knows them now. They are booked when they are heard
  /// of: of a moment in the store's past there is nothing to ask.
  package func coins(of customer: String) async throws -> LedgerAnswer.Coins {
    let account = account(of: customer)
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

  /// Nil on the last page.
  private static func next(after page: Data) throws -> String? {
    struct Page: Decodable { let next: String? }
    return try JSONDecoder().decode(Page.self, from: page).next
  }
}
