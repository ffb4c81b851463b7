package import Foundation

/// The description of the store's app in its home directory.
package struct PreparedStore: Codable, Sendable, Equatable {
  private static let fileName = "store.json"

  package let bundleId: String
  package let appAppleId: Int64
  package let environment: String

  package enum Failure: Error, CustomStringConvertible {
    case notPrepared(directory: String)
    case unreadable(file: String)

    package var description: String {
      switch self {
      case .notPrepared(let directory):
        "\(directory) is not a store: begin with `daicho-appstore prepare --home \(directory)`."
      case .unreadable(let file):
        "\(file) cannot be read, or is not what `daicho-appstore prepare` writes."
      }
    }
  }

  package init(of app: SimulatedApp) {
    bundleId = app.bundleID
    appAppleId = app.appAppleID
    environment = app.environment.rawValue
  }

  package func write(to directory: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(
      to: directory.appending(path: Self.fileName), options: .atomic)
  }

  /// Returns the app of the store in the directory.
  package static func app(in directory: URL) throws(Failure) -> SimulatedApp {
    let file = directory.appending(path: fileName)
    let prepared: PreparedStore
    do {
      prepared = try JSONDecoder().decode(PreparedStore.self, from: Data(contentsOf: file))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      throw .notPrepared(directory: directory.path)
    } catch {
      throw .unreadable(file: file.path)
    }
    guard let environment = SimulatedApp.Environment(rawValue: prepared.environment) else {
      throw .unreadable(file: file.path)
    }
    return SimulatedApp(
      bundleID: prepared.bundleId, appAppleID: prepared.appAppleId, environment: environment)
  }
}
