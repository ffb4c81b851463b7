import AppStore

extension Rejection {
  /// Creates the rejection of bytes of no known kind: by the JSON, the Base64 or the JWS that they may be.
  init(unknown document: [UInt8]) {
    self = Self.ofJSON(document) ?? Self.ofBase64(document) ?? Self.ofJWS(document)
  }

  private static func ofJSON(_ document: [UInt8]) -> Rejection? {
    guard document.first == UInt8(ascii: "{") else { return nil }
    do throws(Rejection) {
      _ = try NotificationBody(document)
    } catch {
      return error
    }
    return unknownDocument
  }

  /// Returns the rejection of the Base64 of a receipt that does not decode. It begins as a sequence or
  /// a property list does, and a JWS with `ey`.
  private static func ofBase64(_ document: [UInt8]) -> Rejection? {
    guard !document.contains(UInt8(ascii: ".")),
      document.starts(with: Array("MI".utf8)) || document.starts(with: Array("ew".utf8))
    else { return nil }
    return Rejection(
      .unreadable, code: "malformed_receipt",
      detail: "the receipt's Base64 is damaged or cut off: send the receipt whole, exactly as the "
        + "device has it")
  }

  private static func ofJWS(_ document: [UInt8]) -> Rejection {
    do throws(VerificationError) {
      _ = try SignedPayload(document).payload()
      return unknownDocument
    } catch {
      guard case .malformedJWS = error, !document.contains(UInt8(ascii: ".")) else {
        return Rejection(error)
      }
      return Rejection(
        .unreadable, code: error.code,
        detail: "the document is neither JSON nor a JWS nor the Base64 of a receipt: \(remedy)")
    }
  }

  private static let unknownDocument = Rejection(
    .unreadable, code: "unknown_document",
    detail: "the document is of no kind of Apple's: \(remedy)")

  private static let remedy =
    "send a notification of version 1 or 2, the JWS of a notification, a transaction, a renewal or an "
    + "AppTransaction, an app receipt, a transaction receipt of iOS 6, or an answer of verifyReceipt, "
    + "whole and exactly as Apple made it"
}
