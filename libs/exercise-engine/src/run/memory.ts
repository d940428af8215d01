const MEMORY_BYTES = 64 * 1024 * 1024
/** How many times the engine requests memory, each time less, before an allocation fails. */
const MEMORY_ATTEMPTS = 3

/**
 * Stops the instance's memory from growing, because this build's own limit counts allocations and not their sizes. The
 * engine reports "out of memory". Code can catch this error, and a check can be lost with it, so the test fails anyway.
 *
 * @param refuse called for each allocation that fails
 */
export function limitMemory(memory: WebAssembly.Memory, refuse: () => void): void {
  let refusals = 0
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > MEMORY_BYTES) {
      refusals += 1
      if (refusals % MEMORY_ATTEMPTS === 0) refuse()
      throw new RangeError('The limit is reached')
    }
    refusals = 0
    return WebAssembly.Memory.prototype.grow.call(memory, pages)
  }
}
