import { deliverBy } from '../delivery/deliver-by'
import type { OutboxKind } from '../outbox/kind'
import { formatCount } from '../wording'
import { assignmentKeys } from './my-keys'
import type { WorkChange } from './queued-rounds'

/**
 * How rounds of work are sent from the outbox (rules/assignments#rounds). The code that sends them is loaded when it is
 * needed.
 */
export const workKind: OutboxKind<WorkChange> = {
  deliver: (client, entry) =>
    deliverBy(client, async (signal) => {
      const { handIn, showRound } = await import('./hand-in')
      const round = await handIn(client, entry, signal)
      return { kind: 'saved', answer: ({ queries }) => showRound(queries, entry.change, round) }
    }),

  refused({ queries, messages }, change, error) {
    // This import is immediate, because the round was sent by the same module.
    void import('./hand-in').then(({ keepRefused }) => keepRefused(queries, change, error))
    messages.failed(`“${change.title}” was not handed in. ${error.message}`)
  },

  settledElsewhere: (queries, { lessonId }) =>
    void queries.invalidateQueries({ queryKey: assignmentKeys.mine(lessonId) }),

  unsent: (count) =>
    formatCount(count, 'assignment that you handed in', 'assignments that you handed in'),
}
