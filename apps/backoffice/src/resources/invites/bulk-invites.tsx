import { newId } from '@rookies/data/device/new-id'
import {
  type InviteAction,
  type InviteAudience,
  type InviteCount,
  skipReasonText,
} from '@rookies/data/invites/change-invites'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Button, Typography } from 'antd'
import { useState } from 'react'
import { useRead } from '../../app/use-read'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'
import { BulkInvitesReport } from './bulk-invites-report'
import { Leftovers } from './leftovers'
import { mailAgain } from './mail-each'
import { type BulkInvitesProgress, useBulkInvites } from './use-bulk-invites'

interface BulkInvitesProps {
  act: InviteAction
  audience: InviteAudience
  onClose: () => void
  /** All of it has been done. */
  onDone: () => void
}

/** Sends many invites again, or cancels them: a count first, progress during, and a report. */
export function BulkInvites({ act, audience, onClose, onDone }: BulkInvitesProps) {
  const [operationId] = useState(newId)
  // Counted once for this undertaking: the numbers that were agreed to stand while it runs.
  const count = useRead('invites/count', {
    input: { act, audience, operationId },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { progress, run, stop } = useBulkInvites()
  const ready = count.data?.ready ?? 0
  const working = progress?.state === 'working'
  const done = progress?.state === 'done'
  const close = working ? stop : done ? onDone : onClose
  const go = () => run({ operationId, act, audience }, progress ?? undefined)

  return (
    <Modal
      open
      size="form"
      title={act === 'resend' ? 'Resend Invites' : 'Cancel Invites'}
      onClose={close}
      actions={
        done ? (
          <>
            {progress.unmailed.size > 0 && (
              <Button onClick={go}>{mailAgain(progress.unmailed.size)}</Button>
            )}
            <Button type="primary" onClick={onDone}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>
              {working ? 'Stop' : progress || act === 'resend' ? 'Close' : 'Keep Invites'}
            </Button>
            <Button
              type="primary"
              danger={act === 'cancel'}
              disabled={ready === 0 || working}
              onClick={go}
            >
              {label(act, ready, progress)}
            </Button>
          </>
        )
      }
    >
      {count.isPending && <Waiting rows={2} />}
      {count.isError && (
        <ReadFailed
          title={INVITE_TOASTS.countFailed.text}
          retrying={count.isFetching}
          onRetry={() => count.refetch()}
        />
      )}
      {count.data && !progress && <Plan act={act} count={count.data} />}
      {progress && <BulkInvitesReport act={act} ready={ready} progress={progress} />}
      <LeaveGuard when={working} />
    </Modal>
  )
}

/** What will happen, in numbers, and what will not, and why. */
function Plan({ act, count: { ready, left } }: { act: InviteAction; count: InviteCount }) {
  return (
    <>
      <p role="status">
        <strong>
          {ready === 0
            ? `No invite can be ${DONE[act]}.`
            : `${formatCount(ready, 'invite')} will be ${DONE[act]}.`}
        </strong>
      </p>
      {ready > 0 && (
        <Typography.Paragraph type="secondary">
          {act === 'resend'
            ? 'Each is open for 48 hours from now, under the same link, and is e-mailed once more.'
            : 'Their links stop working at once. To let these people in later, send them new invites.'}
        </Typography.Paragraph>
      )}
      {left.length > 0 && (
        <Leftovers
          title="Left as they are"
          rows={left.map(({ state, count }) => ({
            key: state,
            what: skipReasonText(state),
            why: formatNumber(count),
          }))}
        />
      )}
    </>
  )
}

const DONE: Record<InviteAction, string> = { resend: 'sent again', cancel: 'cancelled' }

function label(act: InviteAction, ready: number, progress: BulkInvitesProgress | null): string {
  switch (progress?.state) {
    case undefined:
      return `${act === 'resend' ? 'Resend' : 'Cancel'} ${formatCount(ready, 'Invite')}`
    case 'working':
      return act === 'resend' ? 'Sending...' : 'Cancelling...'
    case 'failed':
      return 'Try Again'
    default:
      return 'Go On'
  }
}
