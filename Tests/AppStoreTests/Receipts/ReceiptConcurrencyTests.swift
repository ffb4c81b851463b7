import AppStore
import AppStoreSimulator
import Testing

struct ReceiptConcurrencyTests {
  /// OpenSSL's objects belong to one verification each, so that none is freed while another thread
  /// reuses its memory.
  @Test func `receipts are verified at once on many threads`() async throws {
    let authority = try ReceiptKeys.get().authority
    let receipt = try authority.sign(.month())
    let verified = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var count = 0
          for _ in 0..<300 where try authority.verified(receipt).purchases.count == 1 { count += 1 }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(verified == 2_400)
  }
}
