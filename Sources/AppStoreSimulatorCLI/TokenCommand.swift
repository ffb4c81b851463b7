import AppStoreSimulator
import ArgumentParser
import Foundation

struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a bearer token for the Server API that is valid for five minutes.",
    discussion: """
        curl -H "Authorization: Bearer $(daicho-appstore token --home shop)" \\
          http://127.0.0.1:8099/inApps/v2/history/200000010000000
      """)

  @OptionGroup var home: HomeOption

  func run() throws {
    let app = try PreparedStore.app(in: home.directory)
    print(try home.use { try home.signerHome.developerKey().token(for: app.bundleID, at: .now) })
  }
}
