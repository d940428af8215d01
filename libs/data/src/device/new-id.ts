/** A random UUID. The browser's own `crypto.randomUUID` is missing where a page is not served securely. */
export function newId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Four bits where 0 and 1 stand; where 8 stands, two beneath the two of the variant.
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })
}
