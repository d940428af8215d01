/** What has been started, to be ended in the opposite order. */
export type UndoStack = {
  push(undo: () => void | Promise<void>): void
  /**
   * Undoes everything once, the last first, and goes on when one of them fails. Called again while
   * it runs, it waits for the same end.
   * @throws the first failure, after the rest has been undone.
   */
  run(): Promise<void>
}

/** An empty stack of steps that are undone last first, once, though one of them fails. */
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
