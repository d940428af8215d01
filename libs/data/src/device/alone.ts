/**
 * Runs `work` while no other tab runs work of the same name; in a browser without locks, runs it at once. Throws what
 * `work` throws.
 */
export async function alone(name: string, work: () => void | Promise<void>): Promise<void> {
  let begun = false
  try {
    await navigator.locks.request(name, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    await work()
  }
}
