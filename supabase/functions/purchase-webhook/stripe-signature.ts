// WebCrypto alone: the edge function (Deno) and the embedded backend (Node) both run it.

/** Seconds by which a signature may be older, or newer, than our clock; Stripe's own choice. */
const toleranceSec = 300

export interface SignedPayload {
  /** The body, byte for byte as it came: parsed and written again it would be another. */
  payload: Uint8Array<ArrayBuffer>
  /** The header `Stripe-Signature`: `t=<seconds>,v1=<hex>`, with several v1 while a secret is rolled. */
  header: string
  /** Signing secrets of the endpoint; two of them while one is being replaced. */
  secrets: readonly string[]
  /** Unix time in seconds. */
  now: number
}

/**
 * Whether a request was signed by Stripe with one of our secrets a moment ago. The comparison is
 * WebCrypto's own, which takes the same time wherever two signatures differ; all candidates are tried.
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

/** 32 bytes out of 64 hexadecimal digits; nothing out of anything else. */
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
