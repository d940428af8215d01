import { accountNotice } from '../access/account-notice'
import type { Account } from '../access/account-state'
import { bootQuery } from '../access/boot'
import {
  type BrowserSender,
  browserSender,
  queueRunner,
  warnUnsaved,
} from '../delivery/browser-sender'
import type { OutboxContext, OutboxPage, Queued, ShowSaved } from '../outbox/kind'
import { isOutboxKey, type Outbox, parseQueued } from '../outbox/outbox'
import { signOut } from '../session/sign-out'
import { deliver, kindOf } from './kinds'
import { ownOutbox, settledInOtherTabs, setUnreachable } from './outbox-state'

/** Sends the signed-in person's queued changes, now and whenever the connection returns. */
export const runOutbox = queueRunner(ownOutbox, start)

function start(context: OutboxContext, outbox: Outbox, end: () => void): BrowserSender {
  const { client, queries } = context
  const flush = () => void sender.flush()
  const page: OutboxPage = { ...context, outbox, flush, reportedAt: new Map() }
  const sender: BrowserSender = browserSender<Queued, ShowSaved>(client, 'rookies-outbox', {
    outbox: {
      user: outbox.user,
      // Entries of an unknown kind come from a newer build. They are skipped, so that they do not delay other entries.
      all: () => outbox.all().filter(({ change }) => kindOf(change)),
      settle: (entry) => outbox.settle(entry),
      refuse: (entry, error) => outbox.refuse(entry, error),
    },
    deliver: (entry) => deliver(client, entry),
    onSaved: (_entry, show) => show(page),
    onRefused: ({ change }, error) => kindOf(change)?.refused(page, change, error),
    onDisabled: () => {
      end()
      void closeAccount(page)
    },
    onUnreachable: (unreachable) => {
      setUnreachable(unreachable)
      warnUnsaved(context.messages, unreachable)
    },
  })

  const settledElsewhere = ({ change }: Queued) =>
    kindOf(change)?.settledElsewhere?.(queries, change)
  const onStorage = (event: StorageEvent) => {
    const settled = isOutboxKey(event.key) && event.newValue === null
    const entry = settled ? parseQueued(event.oldValue) : null
    if (entry?.user === outbox.user) settledElsewhere(entry)
  }
  addEventListener('storage', onStorage)
  // This code may load long after the page. Another tab may have sent entries of this page meanwhile.
  for (const entry of settledInOtherTabs(outbox)) settledElsewhere(entry)
  const stop = () => {
    sender.stop()
    removeEventListener('storage', onStorage)
  }
  return { ...sender, stop }
}

/**
 * Reacts to an account that was disabled while it was in use: reverts what the page shows as saved, and opens the
 * sign-in screen; or, if Auth cannot be reached, shows that the account is disabled.
 */
async function closeAccount(page: OutboxPage): Promise<void> {
  const { client, queries, messages, outbox } = page
  for (const entry of outbox.all()) {
    const kind = kindOf(entry.change)
    if (!kind?.takeBack) continue
    outbox.settle(entry)
    kind.takeBack(page, entry.change)
  }
  const { queryKey } = bootQuery(client)
  const boot = queries.getQueryData(queryKey)
  if (boot?.account) {
    const account: Account = { ...boot.account, state: 'DISABLED' }
    const notice = accountNotice(account, boot.settings)
    if (notice) messages.accountClosed(notice)
    queries.setQueryData(queryKey, { ...boot, account })
  }
  await signOut(client, queries).catch(() => undefined)
}
