/** The SHA-256 of bytes in hexadecimal digits, also where a page is not served securely and has no `crypto.subtle`. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2')).sha256(new Uint8Array(bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
