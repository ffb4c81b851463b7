const daicho = process.env.DAICHO;
const key = process.env.DAICHO_KEY;
const coins = ["ticket"];           // the coins that the catalog declares with the game's wallet
const attemptsMax = 20;

type Grant = {
  id: string; revision: number; account: string | null; coin: string; amount: number;
  revokedAmount: number; state: string; deliveredElsewhere?: boolean;
};
type Database = {
  query(sql: string, values?: unknown[]): Promise<{ rows: any[] }>;
  transaction(work: (database: Database) => Promise<void>): Promise<void>;
};
type Words = { [name: string]: string | null };

/** The ledger was restored: `from` is the position from which to go on. */
class EpochChanged extends Error {
  from = "";
}

/** Asks the ledger until it answers itself: all that is asked here may be asked again. */
async function ask(method: string, path: string, body: object | null, words: Words) {
  const query = new URLSearchParams();
  for (const [name, word] of Object.entries(words)) if (word !== null) query.set(name, word);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (attempt > 0) await pause(Math.min(10_000, 50 * 2 ** attempt));
    const answer = await fetch(`${daicho}${path}?${query}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    // No answer, half of one, or the page of a proxy: ask again.
    const told = await answer?.json().catch(() => null);
    if (told && (answer?.ok || told.retryable === false)) return told;
  }
  throw new Error(`no answer: ${path}`);
}

function pause(milliseconds: number) {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}

/** Keeps a grant as it was told last, and books what is owed by it. */
async function keep(database: Database, grant: Grant) {
  if (!coins.includes(grant.coin)) return;
  let booked = 0;
  await database.transaction(async (database: Database) => {
    await database.query(
      "insert into granted (id, revision, account, held) values ($1, -1, null, 0)" +
        " on conflict (id) do nothing", [grant.id]);
    const known = await database.query(
      "select revision, account, held from granted where id = $1 for update", [grant.id]);
    // A driver may give whole numbers of 64 bits as texts.
    const [revision, heldBefore] = [Number(known.rows[0].revision), Number(known.rows[0].held)];
    let [holder, held] = [known.rows[0].account, heldBefore];
    if (grant.revision > revision) {
      // Your former system gave these.
      if (grant.deliveredElsewhere && holder === null) [holder, held] = [grant.account, grant.amount];
      const account = grant.account ?? holder;      // no owner yet, or an erased one: nothing moves
      const left = grant.amount - grant.revokedAmount;
      if (holder !== null) await addCoins(database, holder, grant.coin, -held);
      if (account !== null) await addCoins(database, account, grant.coin, left);
      held = account === null ? 0 : left;
      await database.query(
        "update granted set revision = $1, account = $2, held = $3 where id = $4",
        [grant.revision, account, held, grant.id]);
    }
    booked = held;
  });
  if (grant.state === "pending" && grant.account !== null) {
    await ask("POST", `/v1/grants/${grant.id}/acknowledge`, { bookedAmount: booked }, {});
  }
}

async function addCoins(database: Database, account: string, coin: string, amount: number) {
  await database.query(
    "insert into purse (account, coin, balance) values ($1, $2, $3) on conflict (account, coin)" +
      " do update set balance = purse.balance + excluded.balance", [account, coin, amount]);
}

/** Keeps the grants of all pages of a list. Returns the position of the list. */
async function keepAll(database: Database, words: Words) {
  let after = null;
  while (true) {
    const page = await ask("GET", "/v1/grants", null, { ...words, after });
    if (page.code === "epoch_changed") {
      throw Object.assign(new EpochChanged(), { from: page.from });
    }
    for (const grant of page.grants) await keep(database, grant);
    after = page.next;
    if (after === null) return page.position;
  }
}

/** Keeps what was granted or changed after a position. Returns the next position. */
async function follow(database: Database, position: string) {
  try {
    return await keepAll(database, { changedAfter: position });
  } catch (restored) {
    if (!(restored instanceof EpochChanged)) throw restored;
    await keepAll(database, { state: "pending" });  // what was acknowledged after the backup
    return await keepAll(database, { changedAfter: restored.from });
  }
}

/** Follows the grants for ever. Any number of workers may do so at once. */
async function work(database: Database) {
  while (true) {
    const followed = await database.query("select position from followed");
    const position = await follow(database, followed.rows[0].position);
    await database.query("update followed set position = $1", [position]);
    await pause(1_000);
  }
}

/** Posts a transaction of StoreKit, and keeps what it grants at once. */
async function post(database: Database, account: string, transaction: string) {
  const body = { account, signedTransactions: [transaction] };
  const answer = await ask("POST", "/v1/transactions", body, {});
  for (const item of answer.transactions) {
    // Null: they are late, and `follow` keeps them.
    for (const grant of item.grants ?? []) await keep(database, grant);
  }
  return answer;
}
