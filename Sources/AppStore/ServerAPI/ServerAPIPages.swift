/// A page of a list.
package protocol ServerAPIPage: Sendable {
  /// The cursor of the next page; nil on the last page.
  var next: String? { get }
}

/// The pages of a list, each requested on demand.
package struct ServerAPIPages<Page: ServerAPIPage>: AsyncSequence, Sendable {
  package typealias Element = Page
  package typealias Failure = ServerAPIError
  typealias Read = @Sendable (_ after: String?) async throws(ServerAPIError) -> Page

  private let first: String?
  private let read: Read

  /// - Parameter first: the cursor of the first page to read; nil for the beginning.
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

    /// Returns the next page. Throws `unreadable` if the page's cursor leads back to the same page,
    /// because such a list never ends.
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
