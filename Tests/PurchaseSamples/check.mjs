
// A game's server, which the test starts behind a proxy that breaks answers.
import assert from "node:assert";
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (wake, time, ...values) => later(wake, time / 10, ...values);
const { PLAYER, OTHER, TRANSACTION, EARLY } = process.env;
const [recorded] = await deliver(PLAYER, [TRANSACTION]);
assert.deepEqual([recorded.finish, recorded.account], [true, PLAYER]);
assert.deepEqual(recorded.grants.map(({ coin, amount }) => [coin, amount]), [["gem", 50]]);
const [early] = await deliver(PLAYER, [EARLY], false, 300);
assert.deepEqual([early.finish, early.state], [false, "pending"]);

const entry = await spend(PLAYER, "gem", 30, "sword-1");
assert.equal(entry.balance, 20);
assert.equal((await spend(PLAYER, "gem", 30, "sword-1")).id, entry.id);
await assert.rejects(
  spend(PLAYER, "gem", 30, "sword-2"),
  (error) => error instanceof Refused && error.message === "insufficient_coins");

const [restored] = await restore(OTHER, [TRANSACTION]);
assert.deepEqual([restored.finish, restored.account], [true, OTHER]);
