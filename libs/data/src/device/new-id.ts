/** Returns a random UUID. `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
export function newId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    // 0 and 1 become four random bits; 8 becomes the two bits of the variant and two random bits.
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })
}
