import { fitsOne, isRecent } from '../_shared/hmac.ts'

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

/** Whether Stripe signed a request with one of the secrets a moment ago. */
export async function isSigned({ payload, header, secrets, now }: SignedPayload): Promise<boolean> {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [time = ''] = times
  if (times.length !== 1 || !isRecent(time, now)) return false
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' ? bytesOf(value ?? '') : []))
  const keys = secrets.map((secret) => new TextEncoder().encode(secret))
  return fitsOne(signatures, keys, `${time}.`, payload)
}

/** Returns the 32 bytes of 64 hexadecimal digits; nothing for another text. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer>[] {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return []
  return [
    Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)),
  ]
}
