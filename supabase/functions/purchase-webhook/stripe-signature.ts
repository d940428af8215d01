// This file uses only WebCrypto, because the edge function (Deno) and the embedded backend (Node) both run
// it.

/** Seconds by which a signature may be older or newer than the clock; the value of Stripe's own libraries. */
const toleranceSec = 300

export interface SignedPayload {
  /** The unchanged bytes of the body: the signature does not fit a body that was parsed and written again. */
  payload: Uint8Array<ArrayBuffer>
  /** The header `Stripe-Signature`: `t=<seconds>,v1=<hex>`, with several v1 while a secret is replaced. */
  header: string
  /** Signing secrets of the endpoint; two while one is replaced. */
  secrets: readonly string[]
  /** Unix time in seconds. */
  now: number
}

/**
 * Whether Stripe signed a request with one of the secrets a moment ago. WebCrypto compares in constant time,
 * and every candidate is compared.
 */
export async function isSigned({ payload, header, secrets, now }: SignedPayload): Promise<boolean> {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now - Number(time)) > toleranceSec) return false
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' ? bytesOf(value ?? '') : []))
  if (signatures.length > 10) return false

  const signed = joined(new TextEncoder().encode(`${time}.`), payload)
  let found = false
  for (const secret of secrets) {
    const bytes = new TextEncoder().encode(secret)
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
    for (const signature of signatures) {
      found = (await crypto.subtle.verify('HMAC', key, signature, signed)) || found
    }
  }
  return found
}

/** Returns the 32 bytes of 64 hexadecimal digits; nothing for another text. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer>[] {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return []
  return [
    Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)),
  ]
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
