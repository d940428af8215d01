// This file uses only WebCrypto, because the edge functions (Deno) and the embedded backend (Node) both run it.

/** Seconds by which a signature may be older or newer than the clock, as Stripe and Standard Webhooks have it. */
const TOLERANCE_SEC = 300

/** The maximum number of signatures of a request that are compared. */
const MAX_SIGNATURES = 10

/** Whether a time in Unix seconds, as digits, is close to `now`, also in Unix seconds. */
export const isRecent = (time: string, now: number): boolean =>
  /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= TOLERANCE_SEC

/**
 * Whether one of the signatures is the HMAC-SHA256 of a head and a payload with one of the keys. WebCrypto compares in
 * constant time, and every candidate is compared.
 */
export async function fitsOne(
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly Uint8Array<ArrayBuffer>[],
  head: string,
  payload: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (signatures.length > MAX_SIGNATURES) return false
  const signed = new Uint8Array(await new Blob([head, payload]).arrayBuffer())
  let found = false
  for (const bytes of keys) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
    for (const signature of signatures) {
      found = (await crypto.subtle.verify('HMAC', key, signature, signed)) || found
    }
  }
  return found
}
