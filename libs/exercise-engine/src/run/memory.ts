const MEMORY_BYTES = 64 * 1024 * 1024
/** How often the engine requests memory, each time a smaller amount, before an allocation fails. */
const MEMORY_ATTEMPTS = 3

/**
 * Prevents the memory of the instance from growing, because the limit that the engine has itself counts allocations
 * instead of bytes. The engine then throws "out of memory". Code can catch this error, and the result of a check can be
 * lost with it, so the test fails in any case.
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
