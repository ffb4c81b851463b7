import ArgumentParser
import Foundation
import Ledger
import ReferenceModels

struct TenureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenure",
    abstract:
      "Lives folded per second and core by the rules, beside a reference model of their text.",
    discussion: """
      Each life is folded from its events, and asked for tenure at its end and for the paid \
      service before each transaction. The reference model begins with the list of facts for each \
      question.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() async throws {
    try TenureBenchmark(quick: options.quick).run()
  }
}

struct TenureBenchmark {
  private static let rules = "rules"
  private static let model = "reference model"

  private let seconds: Double
  private let rounds: Int
  private let lives: [TenureRace]

  init(quick: Bool) {
    seconds = quick ? 0.4 : 3
    rounds = quick ? 3 : 7
    lives = (0..<500).map { TenureRace(RandomLife(seed: 1, number: $0)) }
  }

  func run() throws {
    guard lives.allSatisfy({ $0.byRules() == $0.byModel() }) else {
      throw BenchmarkFailure("The rules and the reference model count differently.")
    }
    say(
      "\(Date.now.formatted(.iso8601)): \(Machine.cores) cores, load average \(Machine.loadAverage)"
    )
    var samples = Samples()
    for _ in 1...rounds {
      let rules = processorMicroseconds(seconds: seconds) { call in
        _ = lives[call % lives.count].byRules()
      }
      let model = processorMicroseconds(seconds: seconds) { call in
        _ = lives[call % lives.count].byModel()
      }
      samples.add(Self.rules, rules)
      samples.add(Self.model, model)
    }
    say(table(samples).text)
  }

  private func table(_ samples: Samples) -> Table {
    var table = Table("one core", "us a life", "lives a second", "times as fast (range)")
    for name in [Self.rules, Self.model] {
      let cost = samples.median(name)
      table.add(
        name, cost.text(1), cost.map { 1e6 / $0 }.text(),
        samples.ratio(Self.model, to: name).text)
    }
    return table
  }
}
