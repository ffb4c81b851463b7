/// Faults on the way to the database, of rights and of keys.
extension NightFault {
  static let connections: [NightFault] = [
    NightFault(
      "wrong-password", "The password of the login was changed, and the server has the old one.",
      quick: true, access: .login("night_login", password: "old"),
      Sign("doctor", says: "refuses the password", remedy: "DATABASE_URL"), mendedBy: .access),
    NightFault(
      "login-lost", "The login of DATABASE_URL was dropped.",
      access: .login("night_nobody", password: "old"),
      Sign("doctor", says: "fail  database", remedy: "DATABASE_URL"), mendedBy: .access),
    NightFault(
      "connections-used-up", "Others use all connections that the login may have.",
      damage: "alter role night_login connection limit 0",
      access: .login("night_login", password: "new"),
      Sign("doctor", says: "fail  database", remedy: "DAICHO_DB_CONNECTIONS"),
      mendedBy: .sql("alter role night_login connection limit -1"), .access),
    NightFault(
      "connections-too-few", "The login may have fewer connections than a server opens.",
      damage: "alter role night_login connection limit 5",
      access: .login("night_login", password: "new"),
      Sign(
        "doctor", "--only", "sessions", says: "fail  database sessions",
        remedy: "DAICHO_DB_CONNECTIONS"),
      mendedBy: .sql("alter role night_login connection limit -1"), .access),
    NightFault(
      "role-lost",
      "The application's role was dropped with its rights, as by a restore into another cluster.",
      quick: true,
      damage: """
        drop owned by $ROLE;
        drop role $ROLE
        """,
      Sign("doctor", says: "the application's role does not exist", remedy: "daicho migrate"),
      mendedBy: .command(["migrate"])),
    NightFault(
      "right-too-many", "Somebody gave the application the right to change the log.", quick: true,
      damage: "grant update on event to $ROLE",
      Sign("doctor", "--only", "rights", says: "event", remedy: "revoke"),
      mendedBy: .command(["migrate"])),
    NightFault(
      "master-key-of-other-bytes", "Another host made a file of its own for the same key.",
      quick: true,
      access: .otherMasterKey,
      Sign("doctor", "--only", "master-keys", says: "fail  master keys", remedy: "→"),
      mendedBy: .access),
    NightFault(
      "read-only", "The database takes no writes, as a standby or a full disk.", quick: true,
      damage: "alter database $DATABASE set default_transaction_read_only = on",
      Sign("doctor", says: "fail  writes", remedy: "→"),
      mendedBy: .sql(
        "set transaction_read_only = off; alter database $DATABASE reset default_transaction_read_only"
      )),
  ]
}
