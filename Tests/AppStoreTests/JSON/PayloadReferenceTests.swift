import AppStoreSimulator
import Foundation
import Testing

@testable import AppStore

/// The payloads as read from scanned JSON, beside the same payloads decoded by `JSONDecoder`.
struct PayloadReferenceTests {
  /// The names of all fields of all payloads, also of the objects within them.
  private static let fields: [String] = {
    func names(_ value: some Any) -> [String] {
      Mirror(reflecting: value).children.compactMap(\.label)
    }
    func read<P>(_ make: (JSONObject) throws -> P) -> [String] {
      guard let value = try? make(JSONDocument(Array("{}".utf8)[...]).object()) else { return [] }
      return names(value)
    }
    return read(NotificationPayload.init) + read(NotificationData.init)
      + read(NotificationSummary.init) + read(ExternalPurchaseToken.init)
      + read(NotificationAppData.init) + read(TransactionPayload.init)
      + read(TransactionPayload.CommitmentInfo.init) + read(RenewalPayload.init)
      + read(RenewalPayload.CommitmentInfo.init) + read(AppTransactionPayload.init)
  }()

  private static let objects = [
    "data", "summary", "externalPurchaseToken", "appData", "commitmentInfo",
  ]

  private static let values = [
    "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1.5", "1e3", "1E-3", "2147483647",
    "2147483648", "-2147483649", "1697679936049.7297", "1e30", "1e400", "253402300800000",
    "9007199254740993.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "12345678901234567890123", #""""#, #""text""#, #""SANDBOX_1""#, #""\u0041\n""#,
    #""\ud83d\ude00""#, #""\ud83d""#, #""é😀""#, "[]", #"["a","b\/"]"#, "[1]", "[null]", "{}",
    #"{"bundleId":"b"}"#, #"{"appAppleId":"1"}"#,
  ]

  @Test func `no field is left out`() {
    // A notification with its four objects, a transaction and a renewal each with a commitment, and
    // an app transaction.
    #expect(Self.fields.count == 9 + 8 + 8 + 6 + 4 + 39 + 4 + 25 + 5 + 14)
    #expect(Set(Self.fields).count == 90)
  }

  @Test func `each field reads each value as JSONDecoder does`() throws {
    for field in Set(Self.fields) {
      for value in Self.values {
        try requireSame(#"{"\#(field)":\#(value)}"#)
        for object in Self.objects {
          try requireSame(#"{"\#(object)":{"\#(field)":\#(value)}}"#)
        }
      }
    }
  }

  @Test func `documents of many members read as by JSONDecoder`() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<3_000 { try requireSame(Self.document(&random, depth: 0)) }
  }

  @Test func `damaged documents read as by JSONDecoder`() throws {
    var random = SplitMix64(seed: 11)
    let samples = try Self.samples()
    for round in 0..<8_000 {
      var bytes = samples[round % samples.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.damage(&bytes, &random) }
      try requireSame(bytes)
    }
  }

  @Test(
    .enabled(if: AppleSamples.arePresent),
    arguments: [
      "notifications-v2/test-sandbox-2022.jws", "notifications-v2/test-sandbox-2025.jws",
      "notifications-v2/renewal-pref-downgrade-sandbox-2025.jws",
      "transactions/sub-sandbox-2022-renewed.jws",
      "renewals/quarterly-sandbox-2023-renewal-info.jws",
      "renewals/sub-sandbox-2022-renewal-info.jws",
    ])
  func `what Apple signed reads as by JSONDecoder`(path: String) throws {
    try requireSame(try SignedPayload(AppleSamples.read(path)).payload())
  }

  /// Documents that are no JSON, which JSONDecoder accepts because it looks only at known fields.
  @Test(arguments: [
    (#"{"x":01}"#, 6), (#"{"x":1.2.3}"#, 8), (#"{"x":1,}"#, 7), (#"{"x":[1,]}"#, 8),
    (#"{"x":"\q"}"#, 7), ("{\"x\":\"\u{1}\"}", 6), ("\u{FEFF}{}", 0),
  ])
  func `JSONDecoder accepts more than JSON`(text: String, offset: Int) throws {
    let bytes = Array(text.utf8)
    _ = try JSONDecoder().decode(TransactionPayload.self, from: Data(bytes))
    #expect(throws: JSONError.malformed(offset: offset)) { try JSONDocument(bytes[...]) }
  }

  @Test func `bytes that are not UTF-8 are rejected in unknown fields too`() throws {
    let bytes = Array(#"{"x":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    _ = try JSONDecoder().decode(TransactionPayload.self, from: Data(bytes))
    #expect(throws: JSONError.malformed(offset: 6)) { try JSONDocument(bytes[...]) }
  }

  /// JSON permits half a surrogate pair. JSONDecoder rejects it in a name.
  @Test func `an unknown name may be half a surrogate pair`() throws {
    let bytes = Array(#"{"\ud800":1,"type":"t"}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TransactionPayload.self, from: Data(bytes))
    }
    #expect(try TransactionPayload(JSONDocument(bytes[...]).object()).type == "t")
  }

  private func requireSame(_ text: String) throws { try requireSame(Array(text.utf8)) }

  private func requireSame(_ bytes: [UInt8]) throws {
    do throws(BrokenPromise) {
      try FuzzTarget.signedJSON(bytes)
    } catch {
      Issue.record("\(error.promise): \(String(decoding: bytes, as: UTF8.self))")
      throw error
    }
  }

  private static func samples() throws -> [[UInt8]] {
    var transaction = SignableTransaction.month()
    transaction.commitmentInfo = .init(
      billingPeriodNumber: 3, commitmentExpiresDate: 9, commitmentPrice: 59_880)
    var renewal = SignableRenewal(
      originalTransactionId: "1", productId: "p", renewalDate: 5, signedDate: 6)
    renewal.eligibleWinBackOfferIds = ["best", "second"]
    let signed: [any Encodable] = [
      transaction, renewal,
      SignableNotification(
        "DID_RENEW", notificationUUID: "u", signedDate: 7,
        data: SignableNotificationData(bundleId: "b", environment: "Production", appAppleId: 8)),
      SignableAppTransaction(bundleId: "b", receiptCreationDate: 9),
    ]
    return try signed.map { Array(try JSONEncoder().encode($0)) }
      + FuzzCorpus.inputs(of: .signedJSON).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns an object with fields in any order, some of them twice, and unknown ones.
  private static func document(_ random: inout SplitMix64, depth: Int) -> String {
    let members = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      let isUnknown = Int.random(in: 0..<8, using: &random) == 0
      let name = isUnknown ? "x" : (fields.randomElement(using: &random) ?? "")
      let isObject = objects.contains(name) || isUnknown
      let value =
        isObject && depth < 3
        ? document(&random, depth: depth + 1) : (values.randomElement(using: &random) ?? "")
      return #""\#(name)":\#(value)"#
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << Int.random(in: 0..<8, using: &random)
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.remove(at: place)
    case 4:
      bytes.insert(
        Array(#""{}[],:0e-.\u"#.utf8).randomElement(using: &random) ?? 0, at: place)
    default:
      let end = Int.random(in: place...bytes.count, using: &random)
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    }
  }
}
