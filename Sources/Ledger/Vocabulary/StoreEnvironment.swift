/// The environment of a purchase. No data crosses from one environment to another.
package enum StoreEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
  case production = "Production"
  case sandbox = "Sandbox"
  case xcode = "Xcode"
  case localTesting = "LocalTesting"

  /// The environments of Apple's Server API, in which Apple signs.
  package static let ofApple: [StoreEnvironment] = [.production, .sandbox]

  package var isOfApple: Bool { Self.ofApple.contains(self) }
}

extension Set<StoreEnvironment> {
  /// The environments, Production first.
  package var inOrder: [StoreEnvironment] {
    sorted { one, other in
      (one == .production ? 0 : 1, one.rawValue) < (other == .production ? 0 : 1, other.rawValue)
    }
  }
}
