import AppStore
import AppStoreSimulator
import EventStore
import Foundation
import Hummingbird
import HummingbirdTesting
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

/// The question to verifyReceipt about a posted receipt.
struct ReceiptHandlerTests {
  private static let may = Instant(day: "2026-05-15")
  private static let june = Instant(day: "2026-06-15")
  private static let july = Instant(day: "2026-07-15")

  @Test func `a posted receipt is asked about, and the answer tells of the renewal since`()
    async throws
  {
    let renewed = try LegacyDocuments.json([
      "status": 0, "environment": "Production",
      "receipt": [
        "receipt_type": "Production", "bundle_id": TestLedger.bundleID.rawValue,
        "request_date_ms": "\(TestLedger.now.milliseconds)", "in_app": [],
      ],
      "latest_receipt_info": [
        LegacyDocuments.entry("2", of: "1", from: Self.june, to: Self.july)
      ],
      "pending_renewal_info": [LegacyDocuments.pending("1", renews: false)],
    ])
    let (result, ledgerState) = try await asked(answering: renewed)
    #expect(result == .done)
    #expect(ledgerState.transactions["2"]?.trust == .sharedSecret)
    #expect(ledgerState.renewal?.plan.autoRenew == false)
  }

  @Test func `an answer that names no environment is of the host that gave it`() async throws {
    var flat = LegacyDocuments.entry("2", of: "1", from: Self.june, to: Self.july)
    flat["bid"] = TestLedger.bundleID.rawValue
    let (result, state) = try await asked(
      answering: LegacyDocuments.json(["status": 21006, "receipt": flat]))
    #expect(result == .done)
    #expect(state.transactions.keys.sorted() == ["1", "2"])
    #expect(state.transactions["2"]?.trust == .sharedSecret)
  }

  @Test func `a posted receipt of iOS 6 is asked about where the app has no key`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let post = TransactionPost(
        account: "anna", .receipt(TransactionReceipt("2", of: "1").contents, device: nil),
        within: PostScope())
      let apps: Set<BundleID> = [TestLedger.bundleID]
      for (service, kind) in [
        (ledger.receipts(intake), nil), (ledger.receipts(intake, verifiable: apps), "receipt"),
        (ledger.receipts(intake, askable: apps), "history"),
      ] as [(ReceiptService, String?)] {
        let answer = try await service.receive(post, from: TestLedger.gameKey)
        #expect(answer.state == .pending)
        let jobs = try await ledger.queue.administration.list(limit: 9).jobs
        let kinds = jobs.map(\.kind.rawValue)
        #expect(kind.map(kinds.contains) ?? (kinds == ["post"]))
      }
      let asked = try #require(try await ledger.lease(9, [.receipt]).first)
      #expect(asked.environment == .production && asked.content != nil)
    }
  }

  @Test(arguments: [
    (21002, JobResult.retry(reason: "verify_receipt_21002")),
    (21003, .never(reason: "verify_receipt_21003")),
    (21004, .configuration(reason: "verify_receipt_21004")),
    (21005, .retry(reason: "verify_receipt_21005")), (21010, .done),
  ])
  func `a status is retried, given up or left to a person`(
    status: Int, expected: JobResult
  ) async throws {
    let (result, state) = try await asked(
      answering: LegacyDocuments.json(["status": status]))
    #expect(result == expected)
    #expect(state.transactions.keys.sorted() == ["1"])
  }

  @Test func `an app without a shared secret is a matter of settings`() async throws {
    try await TestLedger.with { ledger in
      let handler = ReceiptHandler([:], intake: ledger.intake, keyring: ledger.keyring)
      let result = try await handler.perform(.given(.receipt))
      #expect(result == .configuration(reason: "shared_secret_missing"))
    }
  }

  /// Posts a receipt with one period, and performs its job against a service with this answer.
  private func asked(answering body: [UInt8]) async throws -> (JobResult, ChainState) {
    let router = Router()
    router.post("verifyReceipt") { _, _ in
      Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
    return try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      return try await TestLedger.with { ledger in
        let intake = try ledger.legacyIntake()
        let service = ReceiptService(
          intake: intake, queue: ledger.queue, worker: ledger.worker(intake),
          verifiable: [TestLedger.bundleID], now: { TestLedger.now })
        let receipt = try LegacyDocuments.receipt([
          LegacyDocuments.purchase("1", from: Self.may, to: Self.june)
        ])
        let post = TransactionPost(
          account: "anna", .receipt(receipt, device: nil), within: PostScope())
        _ = try await service.receive(post, from: TestLedger.gameKey)
        _ = try await service.receive(post, from: TestLedger.gameKey)
        let jobs = try await ledger.lease(10, [.receipt])
        #expect(jobs.count == 1)
        let context = ServerAPIContext(now: {
          Timestamp(milliseconds: TestLedger.now.milliseconds)
        })
        let client = VerifyReceiptClient(
          hosts: AppleHosts(url: "http://127.0.0.1:\(port)"),
          secret: try LegacyDocuments.secret, in: context)
        let handler = ReceiptHandler(
          [TestLedger.bundleID: client], intake: intake, keyring: ledger.keyring)
        let result = try await handler.perform(try #require(jobs.first))
        let chain = ChainID(.production, "1")
        let state = try await ledger.log.reading.events(of: .chain(chain)).reduce(
          into: ChainState(chain)
        ) { $0.join($1) }
        return (result, state)
      }
    }
  }
}
