import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { abandon, replay } from "../../core/deliveries/abandonAndReplay.ts"
import { afterAttempt, type AttemptOutcome, succeeded } from "../../core/deliveries/afterAttempt.ts"
import { type Delivery, isDue, nextAttempt } from "../../core/deliveries/Delivery.ts"
import { deliveryOf } from "../../core/deliveries/deliveryOf.ts"
import { retryWaitsMillis } from "../../core/retries/retryWaits.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

const minutes = (n: number): number => n * 60_000
const day = minutes(24 * 60)
/** 2026-11-20T00:00:00Z. */
const start = instant(1_795_132_800_000)
const fresh: Delivery = deliveryOf(
  { organizationId: sampleOrganizationId(), id: sampleId() },
  { suceso: "invoice.paid", creado: start, datos: {} },
  { now: start, clock: start, id: sampleId, sequence: () => 1 },
)

const after = (at: Instant, millis: number): Instant => instant(at + millis)
const answered = (delivery: Delivery, codigo: number): AttemptOutcome =>
  ({ _tag: "Answered", intento: nextAttempt(delivery), codigo })
const unanswered = (delivery: Delivery, error = "no respondió en 10 segundos"): AttemptOutcome =>
  ({ _tag: "NoAnswer", intento: nextAttempt(delivery), error })

/** Fails that many attempts, each when it is due. Returns the delivery and the instant of its last attempt. */
const failing = (delivery: Delivery, times: number): readonly [Delivery, Instant] => {
  let [now, at] = [delivery, start]
  for (let n = 0; n < times; n++) {
    at = now.proximo_intento ?? at
    now = afterAttempt(now, answered(now, 500), at)
  }
  return [now, at]
}

describe("delivery", () => {
  it("is due at once when new", () => {
    assert.deepInclude(fresh, { estado: "pending", intentos: 0, proximo_intento: start, ultimo_codigo: null })
    assert.isTrue(isDue(fresh, start))
    assert.isFalse(isDue(fresh, after(start, -1)))
    assert.strictEqual(nextAttempt(fresh), 1)
  })

  it("is delivered by any 2xx, and by nothing else", () => {
    for (let codigo = 100; codigo < 600; codigo++) {
      const ended = afterAttempt(fresh, answered(fresh, codigo), start)
      const success = codigo >= 200 && codigo < 300
      assert.strictEqual(succeeded(answered(fresh, codigo)), success)
      assert.strictEqual(ended.estado, success ? "delivered" : "pending", String(codigo))
      assert.strictEqual(ended.ultimo_codigo, codigo)
      const redirects = codigo >= 300 && codigo < 400 ? "; las redirecciones no se siguen" : ""
      assert.strictEqual(ended.ultimo_error, success ? null : `respondió con el código ${codigo}${redirects}`)
    }
    assert.isFalse(succeeded(unanswered(fresh)))
    const ended = afterAttempt(fresh, answered(fresh, 204), after(start, 70))
    assert.deepStrictEqual(ended, {
      ...fresh,
      estado: "delivered",
      intentos: 1,
      proximo_intento: null,
      ultimo_codigo: 204,
      settled: after(start, 70),
    })
  })

  it("waits 1 min, 5 min, 30 min, 2 h, 6 h and 1 day, and is abandoned after the seventh failure", () => {
    const waits = [1, 5, 30, 120, 360, 1440].map(minutes)
    assert.deepStrictEqual(retryWaitsMillis, waits)
    for (const [n, wait] of waits.entries()) {
      const [delivery, at] = failing(fresh, n + 1)
      const due = after(at, wait)
      assert.deepInclude(delivery, { estado: "pending", intentos: n + 1, proximo_intento: due })
      assert.isFalse(isDue(delivery, after(due, -1)))
      assert.isTrue(isDue(delivery, due))
    }
    const [abandoned, at] = failing(fresh, 7)
    assert.deepInclude(abandoned, { estado: "abandoned", intentos: 7, proximo_intento: null, settled: at })
    assert.strictEqual(at - start, waits.reduce((sum, wait) => sum + wait))
    assert.isFalse(isDue(abandoned, after(at, 1000 * day)))
  })

  it("keeps the last status or error", () => {
    const [twice] = failing(fresh, 2)
    assert.deepInclude(twice, { ultimo_codigo: 500, ultimo_error: "respondió con el código 500" })
    const silent = afterAttempt(twice, unanswered(twice), start)
    assert.deepInclude(silent, { ultimo_codigo: null, ultimo_error: "no respondió en 10 segundos" })
    const moved = afterAttempt(silent, answered(silent, 302), start)
    const mensaje = "respondió con el código 302; las redirecciones no se siguen"
    assert.deepInclude(moved, { ultimo_codigo: 302, ultimo_error: mensaje })
    const delivered = afterAttempt(moved, answered(moved, 200), start)
    assert.deepInclude(delivered, { ultimo_codigo: 200, ultimo_error: null, intentos: 5 })
  })

  it("keeps errors short and fit to be stored", () => {
    const errorOf = (error: string) => afterAttempt(fresh, unanswered(fresh, error), start).ultimo_error
    assert.strictEqual(errorOf("x".repeat(500)), "x".repeat(500))
    assert.strictEqual(errorOf("x".repeat(501)), `${"x".repeat(499)}…`)
    assert.strictEqual(errorOf("a\u0000b\nc\ud800d\uffff"), "a b c d ")
    assert.strictEqual(errorOf(`${"x".repeat(498)}😀😀`), `${"x".repeat(498)} …`)
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 700, size: "max" }), (error) => {
      const kept = errorOf(error) ?? ""
      assert.isAtMost(kept.length, 500)
      assert.notMatch(kept, /\p{Cc}|\p{Surrogate}/u)
    }), { numRuns: 1000 })
  })

  it("stays delivered, whatever another attempt brings", () => {
    const delivered = afterAttempt(fresh, answered(fresh, 200), start)
    for (const late of [answered(delivered, 500), answered(delivered, 200), unanswered(fresh)]) {
      assert.strictEqual(afterAttempt(delivered, late, after(start, 1)), delivered)
    }
    assert.strictEqual(abandon(delivered, start), delivered)
  })

  it("counts once an attempt that two workers ended", () => {
    const failure = answered(fresh, 500)
    const failed = afterAttempt(fresh, failure, start)
    assert.strictEqual(afterAttempt(failed, failure, after(start, 5)), failed)
    const success = afterAttempt(failed, answered(fresh, 200), after(start, 5))
    assert.deepInclude(success, { estado: "delivered", intentos: 1, ultimo_codigo: 200, ultimo_error: null })
    // The answer to the first attempt, reported after the third has failed.
    assert.deepInclude(afterAttempt(failing(fresh, 3)[0], answered(fresh, 200), start), {
      estado: "delivered",
      intentos: 3,
    })
  })
})

describe("abandoning", () => {
  it("ends what waits, and says why if there was no attempt", () => {
    const never = abandon(fresh, after(start, 9))
    assert.deepInclude(never, { estado: "abandoned", intentos: 0, proximo_intento: null })
    assert.strictEqual(never.settled, after(start, 9))
    assert.strictEqual(never.ultimo_error, "la suscripción se desactivó antes de enviarlo")
    const [tried] = failing(fresh, 2)
    assert.strictEqual(abandon(tried, start).ultimo_error, tried.ultimo_error)
    assert.strictEqual(abandon(never, after(start, 20)), never)
  })

  it("does not undo the answer to an attempt that was under way", () => {
    const abandoned = abandon(fresh, start)
    const late = after(start, 3)
    assert.deepInclude(afterAttempt(abandoned, answered(fresh, 200), late), {
      estado: "delivered", intentos: 1, ultimo_codigo: 200, ultimo_error: null, settled: late,
    })
    assert.deepInclude(afterAttempt(abandoned, answered(fresh, 503), late), {
      estado: "abandoned", intentos: 1, proximo_intento: null, ultimo_codigo: 503, settled: start,
    })
  })
})

describe("replay", () => {
  it("makes any delivery due at once, with seven new attempts whose numbers continue", () => {
    const [abandoned, at] = failing(fresh, 7)
    const now = after(at, day)
    const again = Either.getOrThrow(replay(abandoned, now))
    assert.deepInclude(again, { estado: "pending", intentos: 7, proximo_intento: now, settled: null })
    assert.strictEqual(nextAttempt(again), 8)
    const [sixth] = failing(again, 6)
    assert.deepInclude(sixth, { estado: "pending", intentos: 13 })
    assert.strictEqual(failing(again, 7)[0].estado, "abandoned")

    const delivered = afterAttempt(fresh, answered(fresh, 200), start)
    assert.isTrue(isDue(Either.getOrThrow(replay(delivered, now)), now))
    const [waiting] = failing(fresh, 3)
    assert.isTrue(isDue(Either.getOrThrow(replay(waiting, start)), start))
  })

  it("is refused more than 30 days after the delivery ended", () => {
    const [abandoned, at] = failing(fresh, 7)
    const delivered = afterAttempt(fresh, answered(fresh, 200), at)
    for (const settled of [abandoned, delivered]) {
      assert.isTrue(Either.isRight(replay(settled, after(at, 30 * day))))
      assert.deepStrictEqual(replay(settled, after(at, 30 * day + 1)), Either.left({
        _tag: "Conflict" as const,
        motivo: "envio_caducado",
        mensaje: "El envío terminó hace más de 30 días y ya no se puede reenviar.",
      }))
    }
    assert.isTrue(Either.isRight(replay(fresh, after(start, 100 * day))))
  })
})

describe("any history of a delivery", () => {
  it("keeps its state consistent", () => {
    const step = fc.record({
      what: fc.oneof(
        { weight: 12, arbitrary: fc.constant("failure") },
        { weight: 1, arbitrary: fc.constantFrom("success", "stale failure", "abandon", "replay") },
      ),
      millis: fc.nat(2 * day),
    })
    fc.assert(fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
      let [delivery, now] = [fresh, start]
      for (const { millis, what } of steps) {
        now = after(now, millis)
        const before = delivery
        delivery = follow(before, what, now)

        assert.strictEqual(delivery.proximo_intento !== null, delivery.estado === "pending")
        assert.strictEqual(delivery.settled === null, delivery.estado === "pending")
        assert.isAtLeast(delivery.intentos, before.intentos)
        assert.isAtMost(delivery.intentos - delivery.roundStart, 8)
        if (delivery.estado === "pending") assert.isBelow(delivery.intentos - delivery.roundStart, 7)
        if (before.estado !== "pending" && what !== "replay") assert.isNotNull(delivery.settled)
        if (before.estado === "delivered" && what !== "replay") assert.strictEqual(delivery, before)
        if (delivery.estado === "delivered") assert.isNull(delivery.ultimo_error)
      }
    }), { numRuns: 2000 })
  })

  const follow = (delivery: Delivery, what: string, now: Instant): Delivery => {
    switch (what) {
      case "failure":
        // Workers only take up what is due. What is under way may have been abandoned meanwhile.
        return delivery.estado === "pending" ? afterAttempt(delivery, answered(delivery, 500), now) : delivery
      case "success":
        return afterAttempt(delivery, answered(delivery, 200), now)
      case "stale failure":
        return afterAttempt(delivery, { _tag: "Answered", intento: delivery.intentos, codigo: 500 }, now)
      case "abandon":
        return abandon(delivery, now)
      default:
        return Either.getOrElse(replay(delivery, now), () => delivery)
    }
  }
})
