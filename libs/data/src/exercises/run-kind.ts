import { deliverBy } from '../delivery/deliver-by'
import type { OutboxKind } from '../outbox/kind'
import { formatCount } from '../wording'
import { exerciseKeys } from './my-keys'
import type { RunChange } from './queued-runs'

/** How runs are sent from the outbox (rules/exercises#runs). The code that sends them is loaded when it is needed. */
export const runKind: OutboxKind<RunChange> = {
  deliver: (client, entry) =>
    deliverBy(client, async (signal) => {
      const { handInRun, showRun } = await import('./hand-in-run')
      const run = await handInRun(client, entry, signal)
      return { kind: 'saved', answer: ({ queries }) => showRun(queries, entry.change, run) }
    }),

  refused({ queries, messages }, change, error) {
    void import('./hand-in-run').then(({ keepRefusedCode }) =>
      keepRefusedCode(queries, change, error),
    )
    messages.failed(`“${change.title}” was not handed in. ${error.message}`)
  },

  settledElsewhere: (queries, { lessonId }) =>
    void queries.invalidateQueries({ queryKey: exerciseKeys.mine(lessonId) }),

  unsent: (count) =>
    formatCount(count, 'exercise that you handed in', 'exercises that you handed in'),
}
