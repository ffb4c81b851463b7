import ArgumentParser
import Drills
import Foundation

struct Interrupted: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Interrupt every purchase at some step; each must be granted once all the same.",
    discussion: """
      Three ledgers share one database. Players buy coins; each purchase is interrupted once, at a \
      random step, by a killed ledger, a stopped PostgreSQL, an Apple that is down, a connection \
      that is cut, or a client that is gone, and goes on after a restart or a login. Purchases \
      that drew a kill share it in groups. Exit code 1 at the first broken promise. Without the \
      habit the devices save nothing and finish at once: the drill then shows the loss, and the \
      exit code is 0.
      """)

  @Option(help: "How many purchases.")
  var purchases = 10_000
  @Option(help: "The seed of the interruptions; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @Flag(help: "Finish at once and save nothing.")
  var withoutHabit = false
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard purchases > 0 else { throw ValidationError("--purchases is at least 1.") }
  }

  func run() async throws {
    let home = ledger.home
    let habit = withoutHabit ? " --without-habit" : ""
    StandardOutput.tell(
      "--purchases \(purchases) --seed \(seed)\(habit), home \(home.path)")
    let drill = InterruptedDrill(
      binary: ledger.program, home: home,
      ports: (0..<InterruptedDrill.ledgers).map { ledger.port + $0 }, purchases: purchases,
      seed: seed, hasHabit: !withoutHabit, tell: StandardOutput.tell)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await drill.run()
    StandardOutput.tell(InterruptionFigures(report: report, time: clock.now - start).text)
    guard report.isComplete || withoutHabit else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }
}
