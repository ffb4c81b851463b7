import Testing

/// The decoder of Foundation reads more than JSON, so that only what this program or Apple wrote goes to it at once.
struct StrictJSONUseTests {
  private static let allowed: Set<String> = [
    // The strict readers themselves, the last of which has looked through the text before.
    "Sources/JSONBytes/StrictJSON.swift", "Sources/Server/Settings/SettingsJSON.swift",
    // Values that the ledger stored.
    "Sources/EventStore/Rows/EventRow.swift", "Sources/EventStore/Verifying/AuditedRow.swift",
    "Sources/Projections/States/StateText.swift", "Sources/Outbox/Job.swift",
    "Sources/Outbox/Receipts/ReceiptStore.swift",
    // Answers of Apple, and a part of a payload that the scanner has read.
    "Sources/AppStore/ServerAPI/ServerAPIAnswer.swift",
    "Sources/Reconciliation/Chains/CustomerHistories.swift",
    "Sources/AppStore/ServerAPI/Errors/ServerAPIError.swift",
    "Sources/AppStore/Payloads/JSON/JSONObject.swift",
    // The form of a file, of which each document is read strictly afterwards.
    "Sources/Server/Ingesting/DocumentFile.swift",
    // A sample for the server of a game, which reads the ledger's answers.
    "Sources/Daicho.docc/Samples/Swift/Purchases.swift",
  ]

  @Test func `what people and programs send is decoded strictly`() throws {
    let lenient = /JSONDecoder\(|JSONSerialization\.jsonObject/
    let found = try Repository.files(in: ["Sources"], endingIn: [".swift"])
      .filter { !$0.path.contains("AppStoreSimulator") }
      .filter { !$0.lines(matching: lenient, having: ["JSON"]).isEmpty }.map(\.path)
    #expect(Set(found) == Self.allowed)
  }
}
