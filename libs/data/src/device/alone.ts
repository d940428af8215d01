/**
 * Calls `work` while no other tab calls work with the same name. Browsers without locks call it at once. Throws the
 * errors of `work`.
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
