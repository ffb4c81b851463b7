const daicho = process.env.DAICHO;
const key = process.env.DAICHO_KEY;
const attemptsMax = 8;
const transactionsMax = 100;        // of one post

type Item = {
  transactionId: string | null; state: string; reason?: string; finish: boolean;
  account: string | null; grants: { coin: string; amount: number; state: string }[] | null;
};

/** The ledger said no, and would say so again. The message is its code: insufficient_coins, … */
class Refused extends Error {}

/** Records what StoreKit gave the game. The game finishes the items with `finish: true`, and no other. */
async function deliver(
  account: string, transactions: string[], restore = false, patience = 10_000
) {
  const body = { account, signedTransactions: transactions, restore };
  let told = await ask("POST", "/v1/transactions", body, null);
  const end = Date.now() + patience;
  while (Date.now() < end && told.transactions.some(waits)) {
    await pause(500);
    told = await ask("GET", `/v1/receipts/${told.id}`, null, null);
  }
  return told.transactions;
}

/** True while an item is saved and not settled, or its coins are not granted yet. */
function waits(item: Item) {
  return item.state === "pending" || item.grants === null;
}

/** Moves purchases to the account of the player who pressed Restore, as the app's policy allows. */
async function restore(account: string, transactions: string[]) {
  const items = [];
  for (let first = 0; first < transactions.length; first += transactionsMax) {
    const part = transactions.slice(first, first + transactionsMax);
    items.push(...(await deliver(account, part, true)));
  }
  return items;
}

/** Spends coins once for an order, however often it is asked. Returns the entry of the wallet. */
async function spend(account: string, coin: string, amount: number, order: string) {
  const path = `/v1/accounts/${encodeURIComponent(account)}/wallet/spend`;
  return await ask("POST", path, { coin, amount, reference: order }, order);
}

/** Asks until the ledger itself answers. What is asked here may be asked again, a spend under its key. */
async function ask(method: string, path: string, body: object | null, once: string | null) {
  const headers = new Headers({ Authorization: `Bearer ${key}`, "Content-Type": "application/json" });
  if (once !== null) headers.set("Idempotency-Key", `"${once}"`);
  for (let attempt = 0, asked = 0; attempt < attemptsMax; attempt++) {
    if (attempt > 0) await pause(Math.max(Math.min(60_000, asked), Math.min(10_000, 125 * 2 ** attempt)));
    const answer = await fetch(`${daicho}${path}`, {
      method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    // No answer, half of one, or the page of a proxy: ask again.
    const told = await answer?.json().catch(() => null);
    if (answer?.ok && told) return told;
    if (told?.retryable === false) throw new Refused(told.code);
    asked = (Number(answer?.headers.get("Retry-After")) || 0) * 1_000;
  }
  throw new Error(`no answer: ${path}`);
}

function pause(milliseconds: number) {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}
