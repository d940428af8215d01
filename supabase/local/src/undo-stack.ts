/** Steps to undo in the opposite order. */
export type UndoStack = {
  push(undo: () => void | Promise<void>): void
  /**
   * Runs all steps once, the last first, and continues after a failure. A second call during the run waits
   * for its end. @throws the first failure, after all other steps
   */
  run(): Promise<void>
}

export function createStack(): UndoStack {
  const steps: (() => void | Promise<void>)[] = []
  let running: Promise<void> | undefined

  async function undoAll(): Promise<void> {
    const failures: unknown[] = []
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  return {
    push: (undo) => steps.push(undo),
    run: () => {
      running ??= undoAll()
      return running
    },
  }
}
