import AppStore
import AppStoreSimulator
import CoreFoundation
import Foundation
import Testing

/// The time and the memory that it takes to reject an older document made to cost much of both.
@Suite(.serialized) struct BadDocumentCostTests {
  enum Bomb: String, CaseIterable, Sendable {
    case tenThousandEntries, endlessArrays, endlessObjects, zeros, escapes, manyNames
    case tenThousandPurchases, nestedLengths, nestedStrings
  }

  private static let secondsMax = 5.0
  /// Other tests run beside in the process, so that the bound is wide.
  private static let growthMax = 768 << 20

  @Test(arguments: Bomb.allCases)
  func `a bomb is rejected in bounded time and memory`(bomb: Bomb) throws {
    let document = try Self.document(bomb)
    let (start, before) = (Self.threadSeconds(), try Self.peak())
    #expect(throws: (any Error).self) { try Self.read(document, bomb) }
    #expect(Self.threadSeconds() - start < Self.secondsMax)
    #expect(try Self.peak() - before < Self.growthMax)
  }

  private static func read(_ document: [UInt8], _ bomb: Bomb) throws {
    switch bomb {
    case .tenThousandPurchases, .nestedLengths, .nestedStrings:
      let root = try ReceiptKeys.get().authority.trustedRoot()
      _ = try AppReceiptVerifier(roots: [root]).verify(document, now: now)
    default: _ = try NotificationV1(document)
    }
  }

  private static func document(_ bomb: Bomb) throws -> [UInt8] {
    switch bomb {
    case .tenThousandEntries:
      let entry = #"{"product_id":"p","transaction_id":"1","purchase_date_ms":"1"}"#
      return LegacyBody.unified(
        Array(repeating: entry, count: 10_000).joined(separator: ","))
    case .endlessArrays: return repeated("[", upTo: 10 << 20)
    case .endlessObjects: return repeated(#"{"a":"#, upTo: 10 << 20)
    case .zeros: return Array("[".utf8) + repeated("0,", upTo: (10 << 20) - 2)
    case .escapes: return Array("\"".utf8) + repeated(#"\u0041"#, upTo: (10 << 20) - 1)
    case .manyNames:
      let names = (0..<400_000).map { "\"\($0)\":0" }.joined(separator: ",")
      return Array("{\(names)".utf8)
    case .tenThousandPurchases:
      var receipt = SignableAppReceipt.month()
      receipt.purchases = Array(repeating: receipt.purchases[0], count: 10_000)
      return try ReceiptKeys.get().authority.sign(receipt)
    case .nestedLengths: return bytes([0x30, 0x80])
    case .nestedStrings: return [0x30, 0x80] + bytes([0x24, 0x80]).dropLast(2)
    }
  }

  private static func repeated(_ text: String, upTo size: Int) -> [UInt8] {
    let part = Array(text.utf8)
    return (0..<size / part.count).flatMap { _ in part }
  }

  private static func bytes(_ part: [UInt8]) -> [UInt8] {
    (0..<AppReceiptVerifier.sizeMax / part.count).flatMap { _ in part }
  }

  /// The processor time of this thread, which other tests do not lengthen.
  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that the process has had, in bytes.
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) * 1_024
  }
}
