import Foundation

/// An unsigned app receipt as a device has it: a PKCS #7 message around its attributes.
package struct UnsignedAppReceipt: Sendable {
  package var environment = "Production"
  /// The texts of each purchase by the type of their attribute.
  package var purchases: [[Int: String]]
  /// True if the encoding states lengths ahead; receipts made by Xcode do not.
  package var tellsLengths = true

  package init(purchases: [[Int: String]]) {
    self.purchases = purchases
  }

  /// Creates a receipt with one purchase of this transaction.
  package init(_ transactionID: String) {
    self.init(purchases: [[1702: "com.example.game.pro.monthly", 1703: transactionID]])
  }

  package var base64: String { Data(contents).base64EncodedString() }

  package var contents: [UInt8] {
    constructed(0x30, oid(2) + constructed(0xA0, constructed(0x30, message)))
  }

  private var message: [UInt8] {
    let carried = constructed(0x30, oid(1) + constructed(0xA0, carriedPayload))
    let certificates = constructed(0xA0, node(0x30, []))
    return integer(1) + node(0x31, []) + carried + certificates + node(0x31, [])
  }

  private var carriedPayload: [UInt8] {
    tellsLengths ? node(0x04, payload) : constructed(0x24, node(0x04, payload))
  }

  private var payload: [UInt8] {
    let known = [attribute(0, text(environment)), attribute(2, text("com.example.game"))]
    let opaque = attribute(4, [0xFF, 0x00, 0xFF])
    let all = known + [opaque] + purchases.map { attribute(17, purchase($0)) }
    return node(0x31, all.flatMap(\.self))
  }

  private func purchase(_ texts: [Int: String]) -> [UInt8] {
    let named = texts.sorted { $0.key < $1.key }.flatMap { attribute($0.key, text($0.value)) }
    return node(0x31, attribute(1701, integer(1)) + named)
  }

  private func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    node(0x30, integer(type) + integer(1) + node(0x04, value))
  }

  private func text(_ text: String) -> [UInt8] { node(0x0C, Array(text.utf8)) }

  private func integer(_ number: Int) -> [UInt8] {
    node(0x02, number < 0x80 ? [UInt8(number)] : [UInt8(number >> 8), UInt8(number & 0xFF)])
  }

  /// Returns an object identifier of PKCS #7.
  private func oid(_ last: UInt8) -> [UInt8] {
    node(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, last])
  }

  private func constructed(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    tellsLengths ? node(tag, content) : [tag, 0x80] + content + [0, 0]
  }

  private func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
      }
    return [tag] + length + content
  }
}

/// A transaction receipt of iOS 6.
package struct TransactionReceipt: Sendable {
  private let transactionID: String
  private let originalTransactionID: String
  private let isSandbox: Bool

  package init(_ transactionID: String, of original: String = "7", isSandbox: Bool = false) {
    self.transactionID = transactionID
    originalTransactionID = original
    self.isSandbox = isSandbox
  }

  package var contents: [UInt8] { Array(text.utf8) }

  package var base64: String { Data(contents).base64EncodedString() }

  private var environment: String { isSandbox ? "\n\t\"environment\" = \"Sandbox\";" : "" }

  package var text: String {
    let info = """
      {
      \t"original-transaction-id" = "\(originalTransactionID)";
      \t"transaction-id" = "\(transactionID)";
      }
      """
    return """
      {
      \t"signature" = "c2lnbmVk";
      \t"purchase-info" = "\(Data(info.utf8).base64EncodedString())";\(environment)
      \t"signing-status" = "0";
      }
      """
  }
}
