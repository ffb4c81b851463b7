package import Ledger

/// The books of one app in one environment, by the events up to a cut: the events are replayed one by one, and
/// after each the whole journal is made again and compared with the one before.
package struct ModelBooks: Sendable {
  package private(set) var bookings: [ModelBooking] = []
  private let facts: ModelReportFacts
  private let app: BundleID
  private let environment: StoreEnvironment
  private let mutation: BooksMutation?
  /// The purchases with a corrected charge.
  private var corrected: Set<ModelPurchaseName> = []

  package init(
    _ facts: ModelReportFacts, app: BundleID, environment: StoreEnvironment, cut: Position,
    mutation: BooksMutation? = nil
  ) {
    self.facts = facts
    self.app = app
    self.environment = environment
    self.mutation = mutation
    let closes = ModelCloses(
      closes: facts.closes.filter {
        $0.app == app && $0.environment == environment || mutation == .closesOfOtherApps
      })
    replay(facts.events.filter { cut.holds($0.id) || mutation == .cutIgnored }, closes)
  }

  /// Joins the books of customers who have nothing to do with each other, each made from the facts of one of them.
  package init(
    joining parts: [ModelBooks], _ facts: ModelReportFacts, for question: ModelReportQuestion
  ) {
    self.facts = facts
    (app, environment, mutation) = (question.app, question.environment, nil)
    bookings = parts.flatMap(\.bookings)
  }

  /// Replays what each close counts before what it does not, and otherwise in the order of recording.
  private mutating func replay(_ events: [RecordedEvent], _ closes: ModelCloses) {
    let ordered = events.enumerated().map { (closes.passed(by: $0.element.id), $0.offset) }
      .sorted { $0 < $1 }.map { events[$0.1] }
    var known: [RecordedEvent] = []
    var heard: Set<LedgerEvent> = []
    var entries: Set<ModelEntry> = []
    for event in ordered where concernsBooks(event.event) {
      known.append(event)
      if case .chain = event.event, !heard.insert(event.event).inserted { continue }
      let now = Set(journal(of: known).entries(mutation))
      book(from: entries, to: now, event.id, closes)
      entries = now
    }
  }

  /// Returns true for an assertion about a purchase or a renewal of the app, and for a publication that may
  /// change a rate, a tax or a price.
  private func concernsBooks(_ event: LedgerEvent) -> Bool {
    switch event {
    case .chain(.transactionObserved(let fact)):
      fact.chain.bundleID == app && fact.chain.environment == environment
    case .chain(.renewalObserved(let fact)):
      fact.chain.bundleID == app && fact.chain.environment == environment
    case .shared(.pricesPublished): environment == .production
    case .shared(.programEntered), .shared(.termsPublished), .shared(.catalogPublished),
      .shared(.taxesPublished):
      true
    case .chain, .account, .shared: false
    }
  }

  private func journal(of known: [RecordedEvent]) -> JournalModel {
    var (terms, settings) = (facts.terms, facts.settings)
    for event in known {
      if case .shared(.termsPublished(let published)) = event.event,
        published.environment == environment
      {
        terms = published.terms.rows.map(ModelTerm.init)
        settings.yearOfService = published.settings.yearOfService.milliseconds
        settings.gapMax = published.settings.gapMax.milliseconds
      }
    }
    return JournalModel(events: known, terms: terms, settings: settings, taxes: facts.taxes)
  }

  private mutating func book(
    from before: Set<ModelEntry>, to after: Set<ModelEntry>, _ cause: EventID, _ closes: ModelCloses
  ) {
    for entry in before.subtracting(after).sorted(by: ModelEntry.isBefore) {
      guard mutation != .correctionsOnTop else { continue }
      book(entry, -1, corrected.contains(entry.purchase), cause, closes)
    }
    let charges = Dictionary(
      before.filter { $0.kind == .charge }.map { ($0.purchase, $0) }, uniquingKeysWith: { $1 })
    corrected.formIntersection(after.filter { $0.kind == .charge }.map(\.purchase))
    for entry in after.subtracting(before).sorted(by: ModelEntry.isBefore) {
      if entry.kind == .charge, let former = charges[entry.purchase], entry.corrects(former) {
        corrected.insert(entry.purchase)
      }
      book(entry, 1, corrected.contains(entry.purchase), cause, closes)
    }
  }

  private mutating func book(
    _ entry: ModelEntry, _ sign: Int128, _ isCorrected: Bool, _ cause: EventID,
    _ closes: ModelCloses
  ) {
    if mutation == .reversalsIgnored, entry.kind == .reversal { return }
    let day = closes.booking(of: entry.moment, by: cause)
    func booking(at moment: Instant) -> ModelBooking {
      ModelBooking(
        entry: entry, sign: sign, bookedAt: moment, isLate: moment != entry.moment,
        isCorrected: isCorrected && entry.kind == .charge, cause: cause)
    }
    let isReturn = entry.kind != .charge && entry.kind != .unpriced
    if mutation == .lateReturnsTwice, isReturn, day != entry.moment {
      bookings.append(booking(at: entry.moment))
    }
    bookings.append(booking(at: mutation == .lateOnOwnDays ? entry.moment : day))
  }
}

extension ModelBooks {
  /// Returns the charges and the purchases without a price that stand by what a question's time counts, each at its
  /// own moment.
  func standing(at question: ModelReportQuestion) -> [ModelBooking] {
    let close = facts.closes.first {
      $0.app == app && $0.environment == environment && question.to <= $0.to
    }
    let cut = close.map { $0.cut.common(with: question.cut) } ?? question.cut
    var counts: [ModelEntry: Int128] = [:]
    for booking in bookings where cut.holds(booking.cause) {
      guard booking.entry.kind == .charge || booking.entry.kind == .unpriced else { continue }
      counts[booking.entry, default: 0] += booking.sign
    }
    return bookings.filter { booking in
      counts.removeValue(forKey: booking.entry).map { $0 > 0 } ?? false
    }.map { booking in
      ModelBooking(
        entry: booking.entry, sign: 1, bookedAt: booking.entry.moment, isLate: false,
        isCorrected: false, cause: booking.cause)
    }
  }
}

extension ModelEntry {
  /// Returns true if the charge differs in rate, price or doubt.
  fileprivate func corrects(_ former: ModelEntry) -> Bool {
    rate != former.rate || amounts.price != former.amounts.price || currency != former.currency
      || doubts != former.doubts
  }

  fileprivate static func isBefore(_ left: ModelEntry, _ right: ModelEntry) -> Bool {
    (left.moment, left.purchase, left.kind.rawValue)
      < (right.moment, right.purchase, right.kind.rawValue)
  }
}

extension ModelTerm {
  fileprivate init(_ row: CommissionTerm) {
    self.init(
      name: row.name, storefronts: row.storefronts ?? [], productType: row.productType,
      program: row.program, isAfterAYear: row.isAfterAYear, validFrom: row.validFrom,
      validUntil: row.validUntil, thousandths: row.thousandths)
  }
}
