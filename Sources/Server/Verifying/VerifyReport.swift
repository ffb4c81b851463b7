import EventStore
package import Granting
import Ledger

/// The report of a verification.
package struct VerifyReport: Encodable, Sendable {
  package struct Broken: Encodable, Hashable, Sendable {
    package let place: String
    package let finding: String
    fileprivate let remedy: VerifyRemedy

    private enum CodingKeys: CodingKey {
      case place, finding
    }

    init(_ promise: BrokenPromise) {
      place = promise.place.description
      remedy = VerifyRemedy(promise.place)
      finding = promise.finding
    }
  }

  package struct Evidence: Encodable, Equatable, Sendable {
    package var verified = 0
    /// The pieces whose key was destroyed by an erasure, so that they cannot be read.
    package var erased = 0
    /// The pieces that were lost with their master key: see `daicho evidence lost`.
    package var lost = 0
  }

  /// The numbers of what finance keeps.
  package struct Books: Encodable, Equatable, Sendable {
    package let closes: Int
    package let reports: Int
    /// The kept report files of Apple's.
    package let files: Int
  }

  package struct Projection: Encodable, Equatable, Sendable {
    package let name: String
    package let lane: Int16
    package let checkpoint: Int64
    /// The positions of dead letters, which the replay leaves out too.
    package let parked: [Int64]
    /// False if the lane has events and the projection has read none of them, as after a migration.
    package let built: Bool
  }

  package let head: PublishedHead
  package let events: Int64
  package internal(set) var books: Books?
  package internal(set) var evidence: Evidence?
  package internal(set) var projections: [Projection]?
  package internal(set) var wallets: WalletAudit.Counts?
  /// The moment of the published head that the log was compared with; nil if none was.
  package internal(set) var against: String?
  /// The broken promises: of the schema, of the log in the order of lanes, then of what follows from it.
  package internal(set) var broken: [Broken] = []
  package var whole: Bool { broken.isEmpty }

  /// The remedies of what is broken, each once, in the order of their findings.
  package var remedies: [String] {
    broken.reduce(into: [VerifyRemedy]()) { found, broken in
      if !found.contains(broken.remedy) { found.append(broken.remedy) }
    }.map(\.sentence)
  }

  private enum CodingKeys: CodingKey {
    case head, events, books, evidence, projections, wallets, against, broken, remedies, whole
  }

  init(_ head: PublishedHead) {
    self.head = head
    events = head.lanes.reduce(0) { $0 + $1.position }
  }

  /// Leaves out what was found before, as a master key that several lanes miss.
  mutating func removeRepeats() {
    var seen: Set<Broken> = []
    broken.removeAll { !seen.insert($0).inserted }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(head, forKey: .head)
    try container.encode(events, forKey: .events)
    try container.encodeIfPresent(books, forKey: .books)
    try container.encodeIfPresent(evidence, forKey: .evidence)
    try container.encodeIfPresent(projections, forKey: .projections)
    try container.encodeIfPresent(wallets, forKey: .wallets)
    try container.encodeIfPresent(against, forKey: .against)
    try container.encode(broken, forKey: .broken)
    if !whole { try container.encode(remedies, forKey: .remedies) }
    try container.encode(whole, forKey: .whole)
  }

  package var lines: [String] {
    let lanes = head.lanes.filter { $0.lane > 0 || $0.position > 0 }.count
    var lines = ["\(events.counting("event")) in \(lanes.counting("lane")), as of \(head.takenAt)"]
    if let against { lines.append("compared with the head published at \(against)") }
    if let books, books.closes + books.files > 0 {
      lines.append(
        "books: \(books.closes) closes with \(books.reports) reports, \(books.files) files of Apple's"
      )
    }
    if let evidence {
      let lost = evidence.lost == 0 ? "" : ", \(evidence.lost) lost with their master key"
      lines.append("evidence: \(evidence.verified) verified, \(evidence.erased) erased\(lost)")
    }
    for projection in projections ?? [] where !projection.built {
      lines.append(
        "projection \(projection.name) of lane \(projection.lane): not built yet, so not compared; "
          + "`daicho serve` builds it, or `daicho projections rebuild --all`")
    }
    for projection in projections ?? [] where !projection.parked.isEmpty {
      lines.append(
        "projection \(projection.name) of lane \(projection.lane): dead letters, left out, at "
          + "positions "
          + projection.parked.map(String.init).joined(separator: ", "))
    }
    if let wallets { lines.append(wallets.line) }
    guard !whole else { return lines + ["Whole."] }
    return lines + broken.map { "BROKEN \($0.place): \($0.finding)" } + remedies.map { "  → \($0)" }
  }
}

extension WalletAudit.Counts {
  fileprivate var line: String {
    let rest = waiting == 0 ? "" : ", \(waiting) still to be followed"
    return "wallets: \(followed) grants followed\(rest), \(credits) credits with their grants"
  }
}
