const daicho = process.env.DAICHO;
const key = process.env.DAICHO_KEY;
const attemptsMax = 10;

/** Spends coins once for an order, whatever happens to the answers on their way. */
async function spend(player: string, coin: string, amount: number, order: string) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${daicho}/v1/accounts/${encodeURIComponent(player)}/wallet/spend`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Idempotency-Key": `"${order}"` },
      body: JSON.stringify({ coin, amount, reference: order }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);                       // no answer: repeat under the same key
    // A proxy may answer with HTML, with half a body, or with nothing at all.
    const body = await answer?.json().catch(() => null);
    if (answer?.ok && body) return body;
    // Only Daicho's own word ends the attempts: insufficient_coins, coin_kept_by_game, …
    if (body?.retryable === false) throw new Error(body.code);
    if (attempt === attemptsMax) throw new Error("no_answer");
    const asked = Number(answer?.headers.get("Retry-After") ?? 0) * 1_000;
    const wait = Math.max(asked || 0, Math.min(10_000, 250 * 2 ** attempt));
    await new Promise((wake) => setTimeout(wake, Math.min(wait, 60_000)));
  }
}
