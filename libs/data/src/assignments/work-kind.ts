import { deliverBy } from '../delivery/deliver-by'
import type { OutboxKind } from '../outbox/kind'
import { formatCount } from '../wording'
import { assignmentKeys } from './my-keys'
import type { WorkChange } from './queued-rounds'

/** How a round of work waits and is handed in (rules/assignments#rounds). The code for it is loaded when it is needed. */
export const workKind: OutboxKind<WorkChange> = {
  deliver: (client, entry) =>
    deliverBy(client, async (signal) => {
      const { handIn, showRound } = await import('./hand-in')
      const round = await handIn(client, entry, signal)
      return { kind: 'saved', answer: ({ queries }) => showRound(queries, entry.change, round) }
    }),

  refused({ queries, messages }, change, error) {
    // The module was already loaded to send the round.
    void import('./hand-in').then(({ keepRefused }) => keepRefused(queries, change, error))
    messages.failed(`“${change.title}” was not handed in. ${error.message}`)
  },

  settledElsewhere: (queries, { lessonId }) =>
    void queries.invalidateQueries({ queryKey: assignmentKeys.mine(lessonId) }),

  unsent: (count) =>
    formatCount(count, 'assignment that you handed in', 'assignments that you handed in'),
}
