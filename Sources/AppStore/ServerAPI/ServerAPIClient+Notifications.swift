/// Requests for sent notifications and for a test notification.
extension ServerAPIClient {
  private struct Requested: Decodable { let testNotificationToken: String }

  /// - Parameter paginationToken: the cursor of the previous page of the same request; nil for the
  ///   first page.
  package func notificationHistory(
    _ request: NotificationHistoryRequest, after paginationToken: String? = nil,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> NotificationHistoryPage {
    let query = paginationToken.map { [("paginationToken", $0)] } ?? []
    let call = try ServerAPICall(.notifications, query: query, body: .init(json: request))
    let page: NotificationHistoryPage = try await ask(call, in: environment)
    guard !page.hasMore || page.paginationToken != nil else { throw .unreadable(status: 200) }
    return page
  }

  package func notificationHistoryPages(
    _ request: NotificationHistoryRequest, after paginationToken: String? = nil,
    in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<NotificationHistoryPage> {
    ServerAPIPages(after: paginationToken) { token throws(ServerAPIError) in
      try await notificationHistory(request, after: token, in: environment)
    }
  }

  /// Requests a test notification. Returns a token that identifies its delivery status for half a
  /// year.
  package func requestTestNotification(
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> String {
    let call = try ServerAPICall(.testNotification)
    return try await ask(call, in: environment, as: Requested.self).testNotificationToken
  }

  package func testNotificationStatus(
    _ token: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> SentNotification {
    let call = try ServerAPICall(.testNotificationStatus, [("testNotificationToken", token)])
    return try await ask(call, in: environment)
  }
}
