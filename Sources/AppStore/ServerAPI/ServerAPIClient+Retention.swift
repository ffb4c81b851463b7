package import Foundation

/// Retention messaging: messages shown to customers who are about to cancel.
extension ServerAPIClient {
  private struct RealtimeURL: Codable { let realtimeURL: String }
  private struct TestRequest: Encodable { let originalTransactionId: String }

  /// - Parameter png: an image of the size that Apple requires.
  package func uploadImage(
    _ png: [UInt8], as id: UUID, size: RetentionImage.Size, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(
      .imageUpload, [("imageIdentifier", Self.text(id))], query: [("imageSize", size.rawValue)],
      body: .init(contentType: "image/png", bytes: png))
    try await send(call, in: environment)
  }

  package func deleteImage(
    _ id: UUID, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(.imageDeletion, [("imageIdentifier", Self.text(id))])
    try await send(call, in: environment)
  }

  package func images(
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> [RetentionImage] {
    try await ask(ServerAPICall(.images), in: environment, as: RetentionImageList.self)
      .imageIdentifiers
  }

  package func uploadMessage(
    _ message: RetentionMessage, as id: UUID, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(
      .messageUpload, [("messageIdentifier", Self.text(id))], body: .init(json: message))
    try await send(call, in: environment)
  }

  package func deleteMessage(
    _ id: UUID, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(.messageDeletion, [("messageIdentifier", Self.text(id))])
    try await send(call, in: environment)
  }

  package func messages(
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> [KeptRetentionMessage] {
    try await ask(ServerAPICall(.messages), in: environment, as: RetentionMessageList.self)
      .messageIdentifiers
  }

  /// Returns the identifier of the message that Apple shows if our server returns none.
  package func defaultMessage(
    of productID: String, locale: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> String {
    let call = try ServerAPICall(.defaultMessage, [("productId", productID), ("locale", locale)])
    return try await ask(call, in: environment, as: DefaultRetentionMessage.self)
      .messageIdentifier
  }

  package func setDefaultMessage(
    _ id: UUID, of productID: String, locale: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(
      .defaultMessageSetting, [("productId", productID), ("locale", locale)],
      body: .init(json: DefaultRetentionMessage(messageIdentifier: Self.text(id))))
    try await send(call, in: environment)
  }

  package func deleteDefaultMessage(
    of productID: String, locale: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let ids = [("productId", productID), ("locale", locale)]
    try await send(ServerAPICall(.defaultMessageDeletion, ids), in: environment)
  }

  /// Returns the URL at which Apple requests the message to show.
  package func realtimeURL(
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> String {
    try await ask(ServerAPICall(.realtimeURL), in: environment, as: RealtimeURL.self).realtimeURL
  }

  package func setRealtimeURL(
    _ url: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let body = try ServerAPICall.Body(json: RealtimeURL(realtimeURL: url))
    try await send(ServerAPICall(.realtimeURLSetting, body: body), in: environment)
  }

  package func deleteRealtimeURL(
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    try await send(ServerAPICall(.realtimeURLDeletion), in: environment)
  }

  /// Starts a test in which Apple calls the realtime URL many times about one of the developer's
  /// own transactions.
  package func beginPerformanceTest(
    about originalTransactionID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> RetentionPerformanceTest {
    let body = try ServerAPICall.Body(
      json: TestRequest(originalTransactionId: originalTransactionID))
    return try await ask(ServerAPICall(.performanceTest, body: body), in: environment)
  }

  package func performanceTestReport(
    of requestID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> RetentionPerformanceTest.Report {
    let call = try ServerAPICall(.performanceTestResult, [("requestId", requestID)])
    return try await ask(call, in: environment)
  }

  private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
}
