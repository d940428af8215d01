import type { Outbox } from '@rookies/data/outbox/outbox'
import type { PostChange } from '@rookies/data/questions/queued-posts'
import { sendOrQueue } from '@rookies/data/questions/send-post'
import { ownOutbox, SAVED_WHEN_ONLINE } from '@rookies/data/sync/outbox-state'
import { startSync } from '@rookies/data/sync/start-sync'
import { useQueryClient } from '@tanstack/react-query'
import { useData } from '../../../shared/data-context'
import { outboxMessages as messages } from '../../../shared/outbox-messages'
import { showToast } from '../../../ui/toast-store'

/** Returns a function that sends a question or an answer, now or when the connection returns. */
export function useSendPost() {
  const client = useData()
  const queries = useQueryClient()
  return async (change: PostChange, sent: string): Promise<void> => {
    const outbox: Outbox | null = ownOutbox(queries)
    if (!outbox) throw new Error('Nobody is signed in.')
    if (await sendOrQueue(client, queries, outbox, change)) {
      showToast({ tone: 'success', title: sent })
      return
    }
    startSync({ client, queries, messages })
    showToast({ tone: 'info', title: 'Not sent yet', message: `${SAVED_WHEN_ONLINE}.` })
  }
}
