import AppStoreSimulator
import Foundation

/// Sends a year to the ledger and counts what became of it.
struct Posting: Sendable {
  let ledger: LedgerClient

  func post(_ messages: [SignedMessage]) async throws -> PostingReport {
    let clock = ContinuousClock()
    let start = clock.now
    let outcomes = try await concurrently(messages, atOnce: LedgerClient.concurrency) {
      Outcome(try await ledger.post($0))
    }
    return PostingReport(
      duplicates: outcomes.count { $0 == .duplicate },
      refused: outcomes.compactMap { if case .refused(let why) = $0 { why } else { nil } },
      duration: clock.now - start)
  }
}

enum Outcome: Equatable, Sendable {
  case recorded, duplicate
  case refused(String)

  init(_ answer: LedgerClient.Answer) {
    guard answer.status == 200 else {
      let problem = try? JSONDecoder().decode(Problem.self, from: answer.body)  // if it is one
      self = .refused("\(answer.status) \(problem?.code ?? "without a code")")
      return
    }
    guard let receipt = try? JSONDecoder().decode(Receipt.self, from: answer.body) else {
      self = .refused("200 with a body that is no receipt")
      return
    }
    if let reason = receipt.reason {
      self = .refused("200 \(reason)")
    } else {
      self = receipt.isDuplicate ? .duplicate : .recorded
    }
  }
}

private struct Problem: Decodable {
  let code: String
}

/// The answer to a notification or to a post.
private struct Receipt: Decodable {
  struct Item: Decodable {
    let duplicate: Bool
  }

  let duplicate: Bool?
  let reason: String?
  let transactions: [Item]?

  var isDuplicate: Bool { duplicate ?? transactions?.allSatisfy(\.duplicate) ?? false }
}

struct PostingReport: Sendable {
  let duplicates: Int
  /// Status and code of each.
  let refused: [String]
  let duration: Duration

  func figures(of year: SimulatedYear) -> String {
    let posted = year.arrivals.count
    let rate = Int(Double(posted) / max(duration / .seconds(1), 0.001))
    var lines = [
      "\(year.expected.count) customers lived through a year.",
      "\(posted) messages posted, \(duplicates) of them known already, in \(duration.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))): \(rate) a second.",
    ]
    for (why, count) in Dictionary(grouping: refused, by: \.self).mapValues(\.count).sorted(by: <) {
      lines.append("Refused \(count) times: \(why)")
    }
    return lines.joined(separator: "\n")
  }
}
