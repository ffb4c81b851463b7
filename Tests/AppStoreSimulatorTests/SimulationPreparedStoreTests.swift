import AppStoreSimulator
import Foundation
import Testing

struct SimulationPreparedStoreTests {
  private let directory = FileManager.default.temporaryDirectory.appending(
    path: "store-\(UUID())")

  @Test func `a store's directory remembers its app`() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }  // it is a temporary one
    let app = SimulatedApp(bundleID: "org.example.a", appAppleID: 7, environment: .sandbox)
    try PreparedStore(of: app).write(to: directory)
    let known = try PreparedStore.app(in: directory)
    #expect(PreparedStore(of: known) == PreparedStore(of: app))
    try Data("{}".utf8).write(to: directory.appending(path: "store.json"))
    #expect(throws: PreparedStore.Failure.self) { try PreparedStore.app(in: directory) }
  }

  @Test func `a directory that was not prepared is no store, and the sentence says what to do`() {
    let failure = #expect(throws: PreparedStore.Failure.self) {
      try PreparedStore.app(in: directory)
    }
    #expect(failure?.description.contains("prepare --home \(directory.path)") == true)
  }
}
