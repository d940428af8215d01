/** Returns a random UUID. `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
export function newId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    // In the pattern, 0 and 1 stand for random digits, and 8 for a digit with the two fixed bits of the UUID variant.
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })
}
