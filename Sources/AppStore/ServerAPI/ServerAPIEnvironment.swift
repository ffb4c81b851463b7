/// Where a transaction lives; each id exists in exactly one of them.
package enum ServerAPIEnvironment: String, Sendable, Hashable, CaseIterable, Codable {
  case production = "Production"
  case sandbox = "Sandbox"
}
