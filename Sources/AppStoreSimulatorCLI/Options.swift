import AppStoreSimulator
import ArgumentParser
import Foundation

struct HomeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The directory that keeps keys and certificates.", valueName: "dir"))
  var home: String

  var signerHome: SignerHome { SignerHome(URL(filePath: home)) }
}

/// Which year it is: the same options make the same year.
struct YearOptions: ParsableArguments {
  @Option(help: "How many customers live through it.")
  var subscribers = 200

  @Option(help: "Another seed is another year.")
  var seed: UInt32 = 1

  @Option(help: ArgumentHelp("When the year ends, as 2026-01-31T09:00:00Z.", valueName: "time"))
  var ending = Date.now.ISO8601Format()

  @Option(help: ArgumentHelp("The app's bundle identifier.", valueName: "id"))
  var bundleID = "com.example.daicho.demo"

  @Option(help: ArgumentHelp("The app's number in the App Store.", valueName: "number"))
  var appAppleID: Int64 = 1_234_567_890

  func validate() throws {
    guard (1...100_000).contains(subscribers) else {
      throw ValidationError("--subscribers takes a number from 1 to 100000.")
    }
    guard (try? end()) != nil else {  // the message below says more
      throw ValidationError("--ending takes a time as 2026-01-31T09:00:00Z.")
    }
  }

  func end() throws -> Date { try Date(ending, strategy: .iso8601) }

  func year() throws -> SimulatedYear {
    SimulatedYear(
      of: SimulatedApp(bundleID: bundleID, appAppleID: appAppleID), customers: subscribers,
      seed: seed, end: Int64(try end().timeIntervalSince1970) * 1_000)
  }
}
