/** A channel between the tabs of a browser; one that is silent where the browser gives none. */
export function openChannel(
  name: string,
): Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'> {
  try {
    return new BroadcastChannel(name)
  } catch {
    return { onmessage: null, postMessage: () => undefined, close: () => undefined }
  }
}

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

/**
 * Takes out of the page what this browser names and does not give: libraries that find it use it, and Auth's client would
 * stop there.
 */
export function hideForbidden(): void {
  const uses = {
    BroadcastChannel: () => new BroadcastChannel('').close(),
    localStorage: () => localStorage.length,
    sessionStorage: () => sessionStorage.length,
  }
  for (const [name, use] of Object.entries(uses)) {
    try {
      use()
    } catch {
      Reflect.deleteProperty(globalThis, name)
    }
  }
}
