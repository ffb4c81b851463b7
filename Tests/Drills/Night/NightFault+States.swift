/// States of the ledger that stop it, or that a person has to see.
extension NightFault {
  static let states: [NightFault] = [
    NightFault(
      "paused", "The ledger paused itself, and nobody knows why.", quick: true,
      damage: "select pause_ledger('the database lacks commits')",
      Sign(
        "doctor", "--only", "pause", says: "because the database lacks commits",
        remedy: "daicho recover --release"),
      mendedBy: .command(["recover", "--release", "--reason", "the commits were found"])),
    NightFault(
      "restored-copy", "A copy of the database was started as if it were the ledger.", quick: true,
      damage: "update installation set database_oid = 1, system_identifier = 1", then: [.serve],
      Sign(
        "doctor", "--only", "pause", says: "the database is a copy",
        remedy: "daicho recover --release"),
      mendedBy: .sql(
        """
        update installation set system_identifier = (select system_identifier from pg_control_system()),
          database_oid = (select oid from pg_database where datname = current_database())
        """), .command(["recover", "--release", "--reason", "the old copy is gone"])),
    NightFault(
      "checkpoint-ahead", "A consumer believes that it has read what is not written yet.",
      quick: true,
      damage: "update consumer_checkpoint set position = position + 1000 where consumer = 'outbox'",
      Sign(
        "doctor", "--only", "consumers", says: "beyond the log",
        remedy: "daicho recover --checkpoints"),
      mendedBy: .command(["recover", "--checkpoints", "--reason", "a checkpoint was moved"])),
    NightFault(
      "cursor-deleted", "Nobody looks any more for the renewals of a purchase.", quick: true,
      damage: "delete from reconciliation_cursor where stream = '$STREAM'",
      Sign("verify", says: "the log has the chain", remedy: "daicho reconcile repair"),
      mendedBy: .command(["reconcile", "repair", "--reason", "rows were deleted"])),
    NightFault(
      "cursor-altered",
      "A subscription seems to end a month later, and is not looked at until then.",
      damage: "update reconciliation_cursor set expires_at = expires_at + interval '30 days'",
      Sign(
        "verify", says: "it is not the latest end that the log has",
        remedy: "daicho reconcile repair"),
      mendedBy: .command(["reconcile", "repair", "--reason", "rows were altered"])),
    NightFault(
      "dead-letter", "An event of a newer program cannot be read.",
      damage: """
        update consumer_checkpoint set position = 0, shared_position = 0 where consumer = 'outbox';
        update event set schema_version = 99 where (lane, position) = $POISON
        """, then: [.serve],
      Sign("dead-letters", "list", code: 0, says: "$POISONED", remedy: nil),
      mendedBy: .sql(
        "update event set schema_version = case when type in (2, 3) then 2 else 1 end "
          + "where (lane, position) = $POISON"),
      .command(["dead-letters", "retry", "--because", "the newer program is installed"])),
    NightFault(
      "no-backup", "Nobody has made a backup of this ledger.", quick: true,
      Sign(
        "doctor", "--only", "backup", code: 0, says: "knows of no backup", remedy: "daicho backup"),
      mendedBy: .command(["backup", "done", "--reason", "base backup of the cluster"])),
    NightFault(
      "unknown-key", "An API key is there that nobody made.", quick: true,
      damage: """
        insert into api_key (id, name, scopes, digest)
        values ('0badc0de', 'intruder', '{admin}', sha256('intruder'))
        """,
      Sign(
        "doctor", "--only", "api-keys", says: "no event tells who created 0badc0de",
        remedy: "revoke"),
      mendedBy: .command(["keys", "revoke", "0badc0de", "--reason", "nobody made it"])),
    NightFault(
      "guard-hollowed", "The function that protects the log lets every change pass.", quick: true,
      damage: """
        create or replace function reject_change() returns trigger language plpgsql as
        'begin return new; end'
        """,
      Sign("doctor", "--only", "guards", says: "reject_change", remedy: "undo the change"),
      mendedBy: .restore),
    NightFault(
      "key-widened", "An API key may do more than its event says.",
      damage: "update api_key set scopes = '{admin}' where name = 'reader'",
      Sign("verify", says: "column scopes is not the one told", remedy: "daicho keys revoke"),
      mendedBy: .sql("update api_key set scopes = '{read}' where name = 'reader'")),
  ]
}
