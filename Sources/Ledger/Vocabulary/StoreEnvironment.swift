/// Where a purchase was made. Nothing crosses from one to another.
package enum StoreEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
  case production = "Production"
  case sandbox = "Sandbox"
  case xcode = "Xcode"
  case localTesting = "LocalTesting"
}
