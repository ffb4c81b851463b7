/// The requests for sent notifications.
package struct NotificationRequests: Sendable {
  private let sender: AppleSender

  init(_ sender: AppleSender) {
    self.sender = sender
  }

  /// - Parameter paginationToken: the cursor of the previous page of the same request; nil for the
  ///   first page.
  package func history(
    _ request: NotificationHistoryRequest, after paginationToken: String? = nil,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> NotificationHistoryPage {
    let query = paginationToken.map { [("paginationToken", $0)] } ?? []
    let call = try ServerAPICall(.notifications, query: query, body: .init(json: request))
    return try await sender.ask(call, in: environment)
  }

  package func historyPages(
    _ request: NotificationHistoryRequest, after paginationToken: String? = nil,
    in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<NotificationHistoryPage> {
    ServerAPIPages(after: paginationToken) { token throws(ServerAPIError) in
      try await history(request, after: token, in: environment)
    }
  }
}
