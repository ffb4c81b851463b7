import AppStoreSimulator
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Access

/// The cost of a false key: none if it is mistyped, one look-up in ten seconds, and few at a time.
struct KeyLookupTests {
  private static let former = "daicho_0123abcd_" + String(repeating: "a", count: 43)

  private static func keys(_ count: Int) -> [APIKey] {
    var random = SplitMix64(seed: 7)
    return (0..<count).map { _ in APIKey.generate(using: &random) }
  }

  /// The CRC-32 of the first 59 characters is 408d9749, by Python's `zlib`.
  @Test func `the checksum is a CRC-32 in base 62`() {
    #expect(APIKey(Self.former + "1BIFGj")?.id == "0123abcd")
    #expect(APIKey(Self.former + "1BIFGk") == nil)
    #expect(APIKey(Self.former + "1BIFG") == nil)
  }

  @Test func `a key with one wrong character, or two that changed places, is none`() {
    let text = Array(Self.keys(1)[0].text)
    for place in text.indices {
      var wrong = text
      wrong[place] = text[place] == "0" ? "1" : "0"
      #expect(APIKey(String(wrong)) == nil, "\(place)")
      guard place > 0, text[place] != text[place - 1] else { continue }
      var swapped = text
      swapped.swapAt(place, place - 1)
      #expect(APIKey(String(swapped)) == nil, "\(place)")
    }
  }

  @Test func `a key that was made before there were checksums still opens`() async throws {
    try await TestService.with { service in
      let key = try #require(APIKey(Self.former))
      try await Self.insert(key, into: service.ledger)
      #expect(try await service.get("/v1/accounts/anna/entitlements", as: key).status == 200)
    }
  }

  @Test func `an unknown key is remembered, and not looked up again`() async throws {
    try await TestService.with { service in
      let key = try #require(APIKey(Self.former))
      #expect(try await service.keys.authenticate(key.text).key == nil)
      try await Self.insert(key, into: service.ledger)
      #expect(try await service.keys.authenticate(key.text).key == nil)
      let other = APIKeys(
        pool: service.ledger.pool, log: service.ledger.log, now: { TestLedger.now })
      #expect(try await other.authenticate(key.text).key?.id == "0123abcd")
    }
  }

  private static func insert(_ key: APIKey, into ledger: TestLedger) async throws {
    // As a key of before events told of keys.
    try await ledger.owner.withConnection { connection in
      try await connection.script(
        "begin; set local session_replication_role = replica; "
          + "insert into api_key (id, name, scopes, digest) "
          + "values ('\(key.id)', 'old', '{read}', sha256('\(key.text)')); commit")
    }
  }

  @Test func `an unknown key is forgotten after ten seconds, and pushes out no known one`()
    async throws
  {
    try await TestService.with { service in
      let (cache, now) = (KeyCache(), ContinuousClock.now)
      let record = try #require(try await service.keys.list().first)
      cache.keep(record, at: now)
      for number in 0..<(2 * KeyCache.countMax + 1) {
        cache.keepUnknown([UInt8(number & 255), UInt8(number >> 8)], at: now)
      }
      let last: [UInt8] = [0, 8]
      guard case .unknown? = cache.find(last, at: now + .milliseconds(9_999)),
        case .known? = cache.find(record.digest, at: now + .milliseconds(9_999))
      else {
        Issue.record("forgotten too soon")
        return
      }
      #expect(cache.find(last, at: now + .seconds(10)) == nil)
    }
  }

  @Test func `requests with one key share a look-up`() async throws {
    let database = PausedDatabase()
    let lookups = KeyLookups { key in await database.pass(key) }
    let key = Self.keys(1)[0]
    try await withThrowingTaskGroup(of: KeyRecord?.self) { group in
      for _ in 0..<100 { group.addTask { try await lookups.record(of: key) } }
      while lookups.waitingCount < 100 { await Task.yield() }
      await database.open()
      for try await record in group { #expect(record == nil) }
    }
    #expect(await database.looked == 1)
    #expect(lookups.waitingCount == 0)
  }

  @Test func `two keys are looked up at once, sixty-four wait, and one more is refused`()
    async throws
  {
    let database = PausedDatabase()
    let lookups = KeyLookups { key in await database.pass(key) }
    let keys = Self.keys(65)
    try await withThrowingTaskGroup(of: KeyRecord?.self) { group in
      for key in keys.prefix(64) { group.addTask { try await lookups.record(of: key) } }
      while lookups.waitingCount < 64 { await Task.yield() }
      await #expect(throws: TooManyKeyLookups.self) { try await lookups.record(of: keys[64]) }
      // A key that waits already needs no place of its own.
      group.addTask { try await lookups.record(of: keys[63]) }
      while lookups.waitingCount < 65 { await Task.yield() }
      await database.open()
      for try await _ in group {}
    }
    #expect(await database.looked == 64)
    #expect(await database.atOnce == 2)
    #expect(try await lookups.record(of: keys[64]) == nil)
  }

  @Test func `a request that is canceled waits no longer, and the others do`() async throws {
    let database = PausedDatabase()
    let lookups = KeyLookups { key in await database.pass(key) }
    let key = Self.keys(1)[0]
    let canceled = Task { try await lookups.record(of: key) }
    let patient = Task { try await lookups.record(of: key) }
    while lookups.waitingCount < 2 { await Task.yield() }
    canceled.cancel()
    await #expect(throws: CancellationError.self) { try await canceled.value }
    #expect(lookups.waitingCount == 1)
    await database.open()
    #expect(try await patient.value == nil)
  }

  @Test func `a key is remembered for readiness alone, for a day, until it is known to be none`()
    async throws
  {
    try await TestService.with { service in
      let (cache, now) = (KeyCache(), ContinuousClock.now)
      let record = try #require(try await service.keys.list().first)
      cache.keep(record, at: now)
      let later = now + KeyCache.lifetime + .seconds(1)
      #expect(cache.find(record.digest, at: later) == nil)
      #expect(cache.remembered(record.digest, at: later)?.id == record.id)
      #expect(cache.remembered(record.digest, at: later + KeyCache.memory) == nil)
      cache.keepUnknown(record.digest, at: later)
      #expect(cache.remembered(record.digest, at: later) == nil)
    }
  }

  @Test func `a caller with a key learns the findings while the database is away`() async throws {
    try await TestService.with { service in
      #expect(try await service.get("/readyz").body.contains("checks"))
      await service.ledger.pool.close()
      #expect(service.keys.isRemembered(service.key.text))
      #expect(!service.keys.isRemembered(Self.former))
      let answer = try await service.get("/readyz")
      #expect(answer.status == 503)
      #expect(answer.body.contains(#""consumers":{"#))
    }
  }
}

/// A database without keys, which answers once it is opened.
private actor PausedDatabase {
  private(set) var looked = 0
  /// The most look-ups at once.
  private(set) var atOnce = 0
  private var running = 0
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass(_ key: APIKey) async -> KeyRecord? {
    looked += 1
    running += 1
    atOnce = max(atOnce, running)
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    running -= 1
    return nil
  }

  func open() {
    isOpen = true
    for waiter in waiting { waiter.resume() }
    waiting = []
  }
}
