export type Seeds = readonly [number, number, number]

/**
 * Returns a function that returns whole numbers of 32 bits. Earlier ones do not tell the next one, as they do for
 * `Math.random`, whose state is one number. This is `sfc32` of PractRand.
 */
export function makeNumbers([first, second, third]: Seeds): () => number {
  let [a, b, c, count] = [first, second, third, 1]
  const next = () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum
  }
  // The first numbers still resemble the seeds.
  for (let at = 0; at < 12; at += 1) next()
  return next
}
