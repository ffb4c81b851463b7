import AppStoreSimulator
import ArgumentParser
import Foundation

struct ReportsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reports",
    abstract: "Write Apple's report files about an open store into a directory.",
    discussion: """
      Writes the files that App Store Connect offers about a range of days in Los Angeles: sales, \
      subscriptions, subscription events and subscribers of each day, and the settled sales of each \
      fiscal month that has a day in the range. A file of a day or month that is not over on the \
      store's clock, or in which nothing happened, is not written. The sandbox has no reports.

        daicho-appstore reports --from 2026-01-01 --to 2026-02-01 --out apple

      With --discrepancy the files differ from what happened, to test a reconciliation: missing_row, \
      extra_row, other_rate, other_price, other_subscription, other_units or \
      refund_on_another_day.
      """)

  @OptionGroup var store: StoreOption

  @Option(help: ArgumentHelp("The first day.", valueName: "day"))
  var from: DayArgument

  @Option(help: ArgumentHelp("The day after the last one.", valueName: "day"))
  var to: DayArgument

  @Option(help: ArgumentHelp("The directory of the files.", valueName: "dir"))
  var out: String

  @Option(
    help: ArgumentHelp("The vendor's number, in the names of the files.", valueName: "number"))
  var vendor = AppleReportSettings().vendor

  @Option(
    help: ArgumentHelp("A discrepancy to put into the files; may be repeated.", valueName: "kind"))
  var discrepancy: [ReportDiscrepancy.Kind] = []

  @Option(help: "The seed that chooses the rows of the discrepancies.")
  var seed: Int = 1

  func validate() throws {
    guard from.day < to.day else { throw ValidationError("--to takes a day after --from.") }
    guard AppleReportSettings.isVendor(vendor) else {
      throw ValidationError("--vendor takes a number of 1 to 12 digits.")
    }
    guard seed >= 0 else { throw ValidationError("--seed takes a number that is not negative.") }
  }

  func run() async throws {
    let body = try await store.client.reports(
      from: from.day, to: to.day, vendor: vendor, discrepancies: discrepancy, seed: seed)
    let directory = URL(filePath: out)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for file in body.files {
        try file.content.write(to: directory.appending(path: file.name), options: .atomic)
      }
    } catch is CocoaError {
      throw CommandFailure("--out: \(out) cannot be created or written.")
    }
    for alteration in body.alterations { say("Altered: \(alteration).") }
    if body.alterations.count < discrepancy.count {
      say("\(discrepancy.count - body.alterations.count) discrepancies found no row to alter.")
    }
    say("\(body.files.count) files are in \(out).")
  }
}

/// A calendar day, such as 2026-01-31.
struct DayArgument: ExpressibleByArgument {
  let day: PacificDay

  init?(argument: String) {
    guard let day = PacificDay(argument) else { return nil }
    self.day = day
  }
}

extension ReportDiscrepancy.Kind: ExpressibleByArgument {}
