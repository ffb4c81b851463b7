extension NotificationV1 {
  /// The part of a notification that tells who sent it, read without the rest.
  package struct Sender: Sendable {
    package let bundleID: String?
    package let password: SharedSecret?

    /// Reads `bid` and `password`; nil for a body in which they cannot be read.
    package init?(of body: [UInt8]) {
      do {
        let fields = try JSONDocument(body[...]).object()
        bundleID = try fields.string("bid")
        password = try fields.string("password").flatMap(SharedSecret.init)
      } catch {
        return nil
      }
    }
  }
}
