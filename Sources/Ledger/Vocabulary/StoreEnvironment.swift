/// The environment of a purchase. No data crosses from one environment to another.
package enum StoreEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
  case production = "Production"
  case sandbox = "Sandbox"
  case xcode = "Xcode"
  case localTesting = "LocalTesting"
}
