/// A page of a list.
package protocol ServerAPIPage: Sendable {
  var hasMore: Bool { get }
  /// The cursor of the next page.
  var cursor: String? { get }
}

/// The pages of a list, each requested on demand. Every list of Apple's is read by it.
///
/// No cursor is followed twice, because such a list never ends. A list of which Apple refuses a cursor is
/// read again from its beginning, once.
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
    private enum Place {
      case after(String?)
      case end
      /// There is a next page, and no cursor leads to it.
      case unreachable
    }

    private var place: Place
    private var followed: Set<String>
    /// True once the list was begun again, because Apple refused a cursor.
    package private(set) var hasBegunAgain = false
    private let read: Read

    init(after first: String?, _ read: @escaping Read) {
      place = .after(first)
      followed = first.map { [$0] } ?? []
      self.read = read
    }

    package mutating func next() async throws(ServerAPIError) -> Page? {
      try await next(isolation: nil)
    }

    /// Returns the next page. Throws `unreadable` after a page whose cursor is missing or was followed
    /// before, and if Apple refuses a cursor again.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ServerAPIError) -> Page? {
      switch place {
      case .end: return nil
      case .unreachable: throw .unreadable(status: 200)
      case .after(let cursor):
        let page = try await page(after: cursor)
        place = page.hasMore ? next(by: page.cursor) : .end
        return page
      }
    }

    private mutating func page(after cursor: String?) async throws(ServerAPIError) -> Page {
      do {
        return try await read(cursor)
      } catch {
        guard cursor != nil, error.isCursorRefused else { throw error }
        guard !hasBegunAgain else { throw .unreadable(status: error.status ?? 400) }
      }
      hasBegunAgain = true
      followed = []
      return try await read(nil)
    }

    private mutating func next(by cursor: String?) -> Place {
      guard let cursor, followed.insert(cursor).inserted else { return .unreachable }
      return .after(cursor)
    }
  }
}

extension ServerAPIError {
  /// True if the same list can only be requested from its beginning.
  fileprivate var isCursorRefused: Bool {
    self.is(.invalidRequestRevision) || self.is(.invalidPaginationToken)
      || self.is(.paginationTokenExpired)
  }
}
