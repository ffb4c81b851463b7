/// The environment of a transaction. Each transaction id exists in exactly one environment.
package enum ServerAPIEnvironment: String, Sendable, Hashable, CaseIterable, Codable {
  case production = "Production"
  case sandbox = "Sandbox"
}
