import java.io.IOException
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.time.Duration
import kotlin.math.max
import kotlin.math.min
import kotlinx.serialization.json.*

private val daicho = System.getenv("DAICHO")
private val apiKey = System.getenv("DAICHO_KEY")
private const val ATTEMPTS_MAX = 8
private const val TRANSACTIONS_MAX = 100        // of one post
private val client = HttpClient.newBuilder()
    .version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build()

/** The ledger said no, and would say so again: insufficient_coins, … */
class Refused(val code: String) : Exception(code)

/** Records what StoreKit gave the game. The game finishes the items with `finish: true`, and no other. */
fun deliver(
    account: String, transactions: List<String>, restore: Boolean = false, patience: Duration = Duration.ofSeconds(10)
): List<JsonObject> {
    var told = ask("POST", "/v1/transactions", buildJsonObject {
        put("account", account)
        put("signedTransactions", JsonArray(transactions.map(::JsonPrimitive)))
        put("restore", restore)
    })
    val end = System.nanoTime() + patience.toNanos()
    while (System.nanoTime() < end && items(told).any(::waits)) {
        Thread.sleep(500)
        told = ask("GET", "/v1/receipts/${told.text("id")}")
    }
    return items(told)
}

fun items(told: JsonObject) = told.getValue("transactions").jsonArray.map { it.jsonObject }

/** True while an item is saved and not settled, or its coins are not granted yet. */
fun waits(item: JsonObject) = item.text("state") == "pending" || item["grants"] == JsonNull

/** Moves purchases to the account of the player who pressed Restore, as the app's policy allows. */
fun restore(account: String, transactions: List<String>): List<JsonObject> =
    transactions.chunked(TRANSACTIONS_MAX).flatMap { deliver(account, it, restore = true) }

/** Spends coins once for an order, however often it is asked. Returns the entry of the wallet. */
fun spend(account: String, coin: String, amount: Long, order: String): JsonObject {
    val name = URLEncoder.encode(account, Charsets.UTF_8).replace("+", "%20")
    return ask("POST", "/v1/accounts/$name/wallet/spend", buildJsonObject {
        put("coin", coin)
        put("amount", amount)
        put("reference", order)
    }, key = order)
}

/** Asks until the ledger itself answers. What is asked here may be asked again, a spend under its key. */
fun ask(method: String, path: String, body: JsonObject? = null, key: String? = null): JsonObject {
    val content = if (body == null) BodyPublishers.noBody() else BodyPublishers.ofString(body.toString())
    val request = HttpRequest.newBuilder(URI("$daicho$path")).timeout(Duration.ofSeconds(10))
        .header("Authorization", "Bearer $apiKey").header("Content-Type", "application/json")
        .method(method, content)
    if (key != null) request.header("Idempotency-Key", "\"$key\"")
    var asked = 0L
    for (attempt in 0 until ATTEMPTS_MAX) {
        if (attempt > 0) Thread.sleep(max(min(60_000, asked), min(10_000L, 125L shl attempt)))
        asked = 0
        try {
            val answer = client.send(request.build(), BodyHandlers.ofString())
            asked = seconds(answer) * 1_000
            val told = Json.parseToJsonElement(answer.body()) as JsonObject
            if (answer.statusCode() in 200..202) return told
            if (told["retryable"] == JsonPrimitive(false)) throw Refused(told.text("code"))
        } catch (_: IOException) {              // no answer, or half of one
        } catch (_: IllegalArgumentException) { // the page of a proxy
        } catch (_: ClassCastException) {       // JSON, and not the ledger's
        }
    }
    throw IOException("no answer: $path")
}

private fun seconds(answer: HttpResponse<String>) =
    answer.headers().firstValue("Retry-After").orElse("").toLongOrNull() ?: 0

fun JsonObject.text(name: String) = getValue(name).jsonPrimitive.content
