/** Does work while no other tab does any of that name, where the browser has locks. Throws as `work` does. */
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
