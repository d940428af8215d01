/**
 * Returns the SHA-256 of bytes as hexadecimal digits. `crypto.subtle` is missing in pages that are not served over
 * HTTPS.
 */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2')).sha256(new Uint8Array(bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
