import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// The contents of a verified receipt.
struct AppReceiptTests {
  /// Returns the receipt after the attributes of these types were replaced.
  private func read(
    _ receipt: SignableAppReceipt = .month(), replacing attributes: [SignableAttribute] = [],
    without types: Set<Int> = []
  ) throws -> AppReceipt {
    let replaced = types.union(attributes.map(\.type))
    let kept = try receipt.attributes.filter { !replaced.contains($0.type) }
    let authority = try ReceiptKeys.get().authority
    let payload = try SignableAttribute.encode(kept + attributes)
    return try authority.verified(authority.sign(payload: payload))
  }

  /// Returns the receipt's one purchase after the attributes of these types were replaced.
  private func readPurchase(
    replacing attributes: [SignableAttribute] = [], without types: Set<Int> = []
  ) throws -> ReceiptPurchase {
    let replaced = types.union(attributes.map(\.type))
    let purchase = try #require(SignableAppReceipt.month().purchases.first)
    let kept = try purchase.attributes.filter { !replaced.contains($0.type) }
    let receipt = try read(replacing: [SignableAttribute(17, attributes: kept + attributes)])
    return try #require(receipt.purchases.first)
  }

  @Test func `every field of the receipt is read`() throws {
    var signed = SignableAppReceipt.month()
    signed.applicationVersion = "7.2"
    signed.opaqueValue = [1, 2, 3]
    signed.originalPurchaseDate = 1_500_000_000_000
    signed.originalApplicationVersion = "1.4"
    signed.expirationDate = 64_092_211_200_000  // 4001-01-01T00:00:00Z
    let receipt = try read(signed)
    #expect(receipt.environment == "Production")
    #expect(receipt.appAppleID == 1_234_567_890)
    #expect(receipt.bundleID == "com.example.game")
    #expect(receipt.encodedBundleID == [0x0C, 16] + Array("com.example.game".utf8))
    #expect(receipt.applicationVersion == "7.2")
    #expect(receipt.opaqueValue == [1, 2, 3])
    #expect(receipt.hash.count == 20)
    #expect(receipt.creationDate.milliseconds == nowMilliseconds - 86_400_000)
    #expect(receipt.originalPurchaseDate == 1_500_000_000_000)
    #expect(receipt.originalApplicationVersion == "1.4")
    #expect(receipt.expirationDate == 64_092_211_200_000)
  }

  @Test(arguments: [(-1, false), (0, false), (1, true), (10, true)] as [(Int64, Bool)])
  func `a quantity is one at least`(quantity: Int64, isRead: Bool) throws {
    let attribute = try SignableAttribute(1701, number: quantity)
    if isRead {
      #expect(try readPurchase(replacing: [attribute]).quantity == quantity)
    } else {
      #expect(throws: ReceiptError.unreadableAttribute(1701)) {
        try readPurchase(replacing: [attribute])
      }
    }
  }

  @Test func `every field of a purchase is read`() throws {
    var signed = SignableReceiptPurchase(
      productID: "com.example.game.month", transactionID: "2", purchaseDate: 1_600_000_000_000,
      expiresDate: 1_602_592_000_000)
    signed.quantity = 3
    signed.originalTransactionID = "1"
    signed.originalPurchaseDate = 1_590_000_000_000
    signed.webOrderLineItemID = 230_000_012_345_678
    signed.cancellationDate = 1_601_000_000_000
    signed.isTrial = true
    signed.isIntroductory = true
    signed.promotionalOfferID = "winter"
    var receipt = SignableAppReceipt.month()
    receipt.purchases = [signed]
    let purchase = try #require(read(receipt).purchases.first)
    #expect(purchase.quantity == 3)
    #expect(purchase.productID == "com.example.game.month")
    #expect(purchase.transactionID == "2")
    #expect(purchase.purchaseDate == 1_600_000_000_000)
    #expect(purchase.originalTransactionID == "1")
    #expect(purchase.originalPurchaseDate == 1_590_000_000_000)
    #expect(purchase.kind == 3)
    #expect(purchase.expiresDate == 1_602_592_000_000)
    #expect(purchase.webOrderLineItemID == "230000012345678")
    #expect(purchase.cancellationDate == 1_601_000_000_000)
    #expect(purchase.isTrial == true)
    #expect(purchase.isIntroductory == true)
    #expect(purchase.promotionalOfferID == "winter")
  }

  @Test func `an empty date and the line item zero are none`() throws {
    let purchase = try readPurchase(replacing: [
      SignableAttribute(1708, []), SignableAttribute(1711, number: 0),
      SignableAttribute(1712, date: nil), SignableAttribute(1721, text: ""),
    ])
    #expect(purchase.expiresDate == nil)
    #expect(purchase.webOrderLineItemID == nil)
    #expect(purchase.cancellationDate == nil)
    #expect(purchase.promotionalOfferID == nil)
  }

  @Test func `a purchase may have only what Xcode writes`() throws {
    let purchase = try readPurchase(without: [1705, 1706, 1707, 1711, 1712, 1713, 1721])
    #expect(purchase.originalTransactionID == nil && purchase.originalPurchaseDate == nil)
    #expect(purchase.kind == nil && purchase.isTrial == nil && purchase.isIntroductory == false)
  }

  @Test(arguments: [
    ("2020-07-22T18:33:15+0100", 1_595_439_195_000),
    ("2020-07-22T18:33:15-07:00", 1_595_467_995_000),
    ("2020-07-22T18:33:15.25Z", 1_595_442_795_250),
  ])
  func `a date may have an offset or a fraction`(text: String, milliseconds: Int64) throws {
    let purchase = try readPurchase(replacing: [SignableAttribute(1704, ascii: text)])
    #expect(purchase.purchaseDate.milliseconds == milliseconds)
  }

  @Test(arguments: [2, 4, 5])
  func `an attribute that every receipt has must not be missing`(type: Int) throws {
    #expect(throws: ReceiptError.missingAttribute(type)) { try read(without: [type]) }
  }

  @Test(arguments: [1702, 1703, 1704])
  func `an attribute that every purchase has must not be missing`(type: Int) throws {
    #expect(throws: ReceiptError.missingAttribute(type)) { try readPurchase(without: [type]) }
  }

  @Test(arguments: [0, 1, 2, 3, 12, 17, 18, 19, 21])
  func `an attribute that is read must have its form`(type: Int) throws {
    let blob = SignableAttribute(type, [0x04, 0x01, 0xFF])
    #expect(throws: ReceiptError.unreadableAttribute(type)) { try read(replacing: [blob]) }
  }

  @Test(arguments: [
    1701, 1702, 1703, 1704, 1705, 1706, 1707, 1708, 1711, 1712, 1713, 1719, 1721,
  ])
  func `an attribute of a purchase that is read must have its form`(type: Int) throws {
    let blob = SignableAttribute(type, [0x04, 0x01, 0xFF])
    #expect(throws: ReceiptError.unreadableAttribute(type)) {
      try readPurchase(replacing: [blob])
    }
  }

  @Test func `an attribute of another type is skipped, whatever its form`() throws {
    let unknown = [6, 7, 8, 9, 10, 20, 99, -1, 1 << 40].map { SignableAttribute($0, [0xFF, 0x80]) }
    #expect(try read(replacing: unknown).purchases.count == 1)
    #expect(try readPurchase(replacing: unknown).transactionID == "2000000000000001")
  }

  @Test func `a receipt may list no purchase`() throws {
    #expect(try read(without: [17]).purchases == [])
  }

  @Test(
    arguments: [[], [0x31], [0x31, 0x00, 0x00], [0x30, 0x00], [0x31, 0x02, 0x05, 0x00]] as [[UInt8]]
  )
  func `a payload that is no set of attributes is rejected`(payload: [UInt8]) throws {
    let authority = try ReceiptKeys.get().authority
    #expect(
      try authority.rejection(of: authority.sign(payload: payload)) == "malformed_receipt")
  }

  @Test(arguments: [(5_000, nil), (5_001, "too_many_purchases"), (10_000, "too_many_purchases")])
  func `a receipt lists at most five thousand purchases`(count: Int, code: String?) throws {
    let authority = try ReceiptKeys.get().authority
    let purchase = try #require(SignableAppReceipt.month().attributes.first { $0.type == 17 })
    let payload = try SignableAttribute.encode(
      SignableAppReceipt.month().attributes.filter { $0.type != 17 }
        + Array(repeating: purchase, count: count))
    #expect(try authority.rejection(of: authority.sign(payload: payload)) == code)
  }

  @Test func `a receipt belongs to one device`() throws {
    // SHA-1 of the bytes 1...16, the bytes AA BB and the encoded text "a.b", by hand.
    var signed = SignableAppReceipt.month()
    signed.bundleID = "a.b"
    signed.opaqueValue = [0xAA, 0xBB]
    let hash: [UInt8] = [
      0x46, 0x2E, 0xA9, 0xB5, 0x40, 0x28, 0x46, 0xD1, 0x89, 0xD9,
      0x6D, 0x5B, 0xB7, 0x67, 0xAA, 0xA6, 0x4D, 0xB2, 0xFB, 0xE7,
    ]
    let receipt = try read(signed, replacing: [SignableAttribute(5, hash)])
    let device = [UInt8](1...16)
    #expect(receipt.isFor(device: device))
    #expect(!receipt.isFor(device: device.reversed()))
    #expect(!receipt.isFor(device: []))
    for cut in [hash.dropLast(), hash + [0]] as [[UInt8]] {
      let other = try read(signed, replacing: [SignableAttribute(5, cut)])
      #expect(!other.isFor(device: device))
    }
  }
}
