import AppStore

/// The JSON body of a notification, by its version.
enum NotificationBody {
  /// Version 2: the JWS in it, a slice of the body unless it is written with escapes.
  case signed(ArraySlice<UInt8>)
  case versionOne

  init(_ body: [UInt8]) throws(Rejection) {
    let signedPayload: ArraySlice<UInt8>?
    let versionOneType: ArraySlice<UInt8>?
    do {
      let fields = try JSONDocument(body[...]).object()
      signedPayload = try fields.text("signedPayload")
      versionOneType = try fields.text("notification_type")
    } catch {
      throw Rejection(
        .unreadable, code: "unreadable_json",
        detail:
          "the body is not a JSON object, or its signedPayload is no text: send the body exactly "
          + "as Apple posted it")
    }
    if let signedPayload {
      self = .signed(signedPayload)
    } else if versionOneType != nil {
      self = .versionOne
    } else {
      throw Rejection(
        .unreadable, code: "missing_signed_payload",
        detail: "signedPayload is missing: send the body exactly as Apple posted it")
    }
  }
}
