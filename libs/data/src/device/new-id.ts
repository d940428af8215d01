/** A random UUID. The browser's own `crypto.randomUUID` is missing where a page is not served securely. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4, variant 1.
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})/,
    (_, ...[a, b, c, d]: string[]) => `${a}-${b}-4${c}-${variant}${d}-`,
  )
}
