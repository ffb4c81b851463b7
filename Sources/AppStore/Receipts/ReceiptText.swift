import Foundation

/// The text of a receipt, as devices and Apple's older documents carry it.
package enum ReceiptText {
  /// Returns the bytes of a receipt in Base64, with or without line breaks; nil for any other text.
  package static func bytes(_ text: String) -> [UInt8]? {
    let written = Data(text.utf8.filter { $0 != 32 && !(9...13).contains($0) })
    guard let receipt = Data(base64Encoded: written), !receipt.isEmpty else { return nil }
    return [UInt8](receipt)
  }
}
