/// A part of a list that goes on.
package protocol ServerAPIPage: Sendable {
  /// What the following page is asked for with; nil on the last.
  var next: String? { get }
}

/// The pages of a list, one request each, as they are asked for.
package struct ServerAPIPages<Page: ServerAPIPage>: AsyncSequence, Sendable {
  package typealias Element = Page
  package typealias Failure = ServerAPIError
  typealias Read = @Sendable (_ after: String?) async throws(ServerAPIError) -> Page

  private let first: String?
  private let read: Read

  /// - Parameter first: where to begin; nil for the beginning.
  init(after first: String?, _ read: @escaping Read) {
    self.first = first
    self.read = read
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(after: first, read)
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    private var cursor: String?
    private var isAtEnd = false
    private let read: Read

    init(after first: String?, _ read: @escaping Read) {
      cursor = first
      self.read = read
    }

    package mutating func next() async throws(ServerAPIError) -> Page? {
      try await next(isolation: nil)
    }

    /// A list that leads back to the same place would never end: it is refused as unreadable.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ServerAPIError) -> Page? {
      guard !isAtEnd else { return nil }
      let page = try await read(cursor)
      if let next = page.next, next == cursor { throw .unreadable(status: 200) }
      isAtEnd = page.next == nil
      cursor = page.next
      return page
    }
  }
}
