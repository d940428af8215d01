import { newId } from '@rookies/data/device/new-id'
import {
  type InviteAction,
  type InviteAudience,
  type InviteCount,
  skipReasonText,
} from '@rookies/data/invites/change-invites'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Typography } from 'antd'
import { useState } from 'react'
import { useRead } from '../../app/use-read'
import { PiecesDialog } from '../../kit/pieces-dialog'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'
import { BulkInvitesReport, DONE_LABELS, progressOf, progressText } from './bulk-invites-report'
import { mailAgainLabel } from './mail-each'
import { UnfinishedList } from './unfinished-list'
import { useBulkInvites } from './use-bulk-invites'

interface BulkInvitesProps {
  act: InviteAction
  audience: InviteAudience
  onClose: () => void
  /** Called when the person closes the dialog after the last invite. */
  onDone: () => void
}

/** Resends or cancels many invites: shows their number, then the progress, then a report. */
export function BulkInvites({ act, audience, onClose, onDone }: BulkInvitesProps) {
  const [operationId] = useState(newId)
  // Counted only once, so that the numbers that the person confirmed stay on screen during the work.
  const count = useRead('invites/count', {
    input: { act, audience, operationId },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const pieces = useBulkInvites()
  const { progress } = pieces
  const ready = count.data?.ready ?? 0
  const progressNow = progress && progressOf(act, ready, progress)
  return (
    <PiecesDialog
      title={act === 'resend' ? 'Resend Invites' : 'Cancel Invites'}
      pieces={pieces}
      begin={`${act === 'resend' ? 'Resend' : 'Cancel'} ${formatCount(ready, 'Invite')}`}
      working={act === 'resend' ? 'Sending...' : 'Cancelling...'}
      danger={act === 'cancel'}
      blocked={ready === 0}
      cancel={act === 'resend' ? 'Cancel' : 'Keep Invites'}
      percent={progressNow ? (100 * progressNow.done) / Math.max(progressNow.size, 1) : 0}
      progressLabel={act === 'resend' ? 'Invites sent again' : 'Invites cancelled'}
      status={progressNow ? progressText(act, progressNow, progress) : ''}
      retry={progress && progress.unmailed.size > 0 && mailAgainLabel(progress.unmailed.size)}
      below={progress && <BulkInvitesReport act={act} progress={progress} />}
      onBegin={() => pieces.run({ operationId, act, audience })}
      onClose={onClose}
      onDone={onDone}
    >
      {count.isPending && <Waiting rows={2} />}
      {count.isError && <ReadFailed title={INVITE_MESSAGES.countFailed.text} read={count} />}
      {count.data && !progress && <Plan act={act} count={count.data} />}
    </PiecesDialog>
  )
}

/** Says how many invites will change, and why the others will not. */
function Plan({ act, count: { ready, left } }: { act: InviteAction; count: InviteCount }) {
  return (
    <>
      <p role="status">
        <strong>
          {ready === 0
            ? `No invite can be ${DONE_LABELS[act]}.`
            : `${formatCount(ready, 'invite')} will be ${DONE_LABELS[act]}.`}
        </strong>
      </p>
      {ready > 0 && (
        <Typography.Paragraph type="secondary">
          {act === 'resend'
            ? 'Each is valid again for its days, with the same link, and is emailed again.'
            : 'Their links stop working at once. To let these people in later, send them new invites.'}
        </Typography.Paragraph>
      )}
      {left.length > 0 && (
        <UnfinishedList
          title="Will stay unchanged"
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
