import Projections

/// A disk that would not hold a second generation, and one that is full while a generation is read and
/// while it catches up. PostgreSQL's error is raised by a trigger on a table of the next generation.
struct RebuildFullDisk: Sendable {
  private static let sentence = "the database's disk is full: make room"
  /// The seconds that a throttled rebuild would take to read the log. It fails at its second page, and
  /// must not have ended when a busy machine comes to fill the disk.
  private static let reading = 120

  let setting: RebuildSetting
  let audit: RebuildAudit

  func run() async throws {
    try await refuseBeforehand()
    let kept = try await fillWhileReading()
    try await audit.check(after: "a disk that was full while a generation was read")
    let resumed = try await RebuildCommand.run(
      "rebuild", "--all", "--no-switch", "--json", of: setting.process)
    guard let first = resumed.progress.first, first.done >= kept else {
      throw BrokenDrill("a rebuild that had read \(kept) events began again: \(resumed.text)")
    }
    try await fillWhileCatchingUp()
    try await RebuildCommand.run("switch", "--json", of: setting.process).checkSwitched()
    try await audit.check(after: "a disk that was full while a generation caught up")
  }

  /// Throws unless a rebuild is refused that needs a thousand terabytes.
  private func refuseBeforehand() async throws {
    let name = "projection_space(names text[], out bytes bigint, out folder text)"
    let definition = try await setting.texts(
      "select pg_get_functiondef('projection_space(text[])'::regprocedure)")
    try await setting.script(
      """
      create or replace function \(name) language plpgsql stable security definer
      set search_path = public, pg_temp as $$
      begin bytes := 1000000000000000; folder := '/'; end $$
      """)
    try await RebuildCommand.run(
      "rebuild", "--all", of: setting.process, expecting: 1,
      saying: "a second generation needs about")
    for text in definition { try await setting.script(text) }
    let begun = try await setting.process.number(
      "select count(*) from projection_generation where place = 'next'")
    guard begun == 0 else { throw BrokenDrill("a generation was begun that no disk holds") }
  }

  /// Returns the number of events that had been read when the disk was full.
  private func fillWhileReading() async throws -> Int64 {
    let rate = max(1, Int(try await setting.events()) / Self.reading)
    let command = try await RebuildCommand.start(
      "rebuild", "--all", "--throttle", "\(rate)", of: setting.process)
    let read = "select coalesce(sum(events), 0)::bigint from projection_rebuild"
    try await Patience.wait(for: "the first page of a rebuild") {
      try await setting.process.number(read) > 0
    }
    try await whileFull {
      try await command.end(with: 1, saying: Self.sentence)
    }
    return try await setting.process.number(read)
  }

  private func fillWhileCatchingUp() async throws {
    try await setting.waitForEvents()
    try await whileFull {
      try await RebuildCommand.run(
        "switch", of: setting.process, expecting: 1, saying: Self.sentence)
    }
  }

  /// Refuses every transaction and every progress of the next generation during the body.
  private func whileFull(_ body: () async throws -> Void) async throws {
    try await setting.script(
      """
      create function refuse_row() returns trigger language plpgsql as $$
      begin
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
      end $$;
      create trigger full_disk before insert or update on projection_next.chain_transaction
        execute function refuse_row();
      create trigger full_disk before insert or update on projection_next.consumer_checkpoint
        execute function refuse_row()
      """)
    try await body()
    try await setting.script("drop function refuse_row() cascade")
  }
}
