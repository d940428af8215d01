import { CSV_BOM, csvLines } from '@rookies/data/exports/csv'
import { csvStyle } from '@rookies/data/exports/csv-style'
import { type InviteAction, skipReasonText } from '@rookies/data/invites/change-invites'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Button, Flex } from 'antd'
import { Download } from 'lucide-react'
import { useSeparator } from '../../app/export/use-separator'
import { saveFile } from '../../app/save-file'
import { unsentText } from './mail-each'
import { UnfinishedList } from './unfinished-list'
import type { BulkInvitesProgress } from './use-bulk-invites'
import { linkOf } from './use-invite-link'

/** The participle of each action on an invite, for sentences. */
export const DONE_LABELS: Record<InviteAction, string> = {
  resend: 'sent again',
  cancel: 'cancelled',
}

interface BulkInvitesReportProps {
  act: InviteAction
  progress: BulkInvitesProgress
}

/** Returns how many of the invites are done. `ready` is their number when the work started. */
export function progressOf(act: InviteAction, ready: number, progress: BulkInvitesProgress) {
  const { changed, mailed, unmailed, noMailer } = progress
  return {
    // Resending is done when the mail was sent; cancelling, and resending without a mailer, when the invite changed.
    done: act === 'resend' && !noMailer ? mailed.size + unmailed.size : changed.length,
    // Some invites may have been redeemed since they were counted.
    size: Math.max(ready, changed.length),
  }
}

/** The result for every invite. */
export function BulkInvitesReport({ act, progress }: BulkInvitesReportProps) {
  const { state, changed, left, unmailed } = progress
  const unsent = changed.filter(({ id }) => unmailed.has(id))
  const rows = [
    ...unsent.map(({ id, email }) => ({ key: id, what: email, why: 'Email failed' })),
    ...left.map(({ id, email, state }) => ({
      key: id,
      what: email,
      why: skipReasonText(state),
    })),
  ]

  const [separator] = useSeparator()
  const save = () => {
    const lines = [
      ['email', 'result', ...(act === 'resend' ? ['mail', 'link'] : [])],
      ...changed.map(({ id, email, token }) => [
        email,
        act === 'resend' ? 'Sent again' : 'Cancelled',
        ...(token === null ? [] : [mailResult(id, progress), linkOf(token)]),
      ]),
      ...left.map(({ email, state }) => [email, skipReasonText(state)]),
    ]
    const text = CSV_BOM + lines.map(csvLines(csvStyle(separator))).join('')
    saveFile('invites.csv', new TextEncoder().encode(text), 'text/csv')
  }

  if (state === 'working') return null
  return (
    <Flex vertical align="stretch" gap="middle">
      {changed.length > 0 && (
        <div>
          <Button icon={<Download aria-hidden="true" />} onClick={save}>
            Download Report
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <UnfinishedList
          title={unsent.length > 0 ? 'Not emailed or not changed' : 'Left unchanged'}
          rows={rows}
        />
      )}
    </Flex>
  )
}

function mailResult(id: string, { mailed, unmailed }: BulkInvitesProgress): string {
  if (mailed.has(id)) return 'Emailed'
  return unmailed.has(id) ? 'Email failed' : 'Not emailed'
}

/** The progress as a sentence. */
export function progressText(
  act: InviteAction,
  { done, size }: ReturnType<typeof progressOf>,
  progress: BulkInvitesProgress,
): string {
  const { state, changed } = progress
  const doneOfAll = `${formatNumber(done)} of ${formatCount(size, 'invite')} ${DONE_LABELS[act]}`
  const mail = act === 'resend' ? ` ${mailSentence(progress)}` : ''
  const waiting = act === 'resend' ? unsentText(changed.length, progress) : ''
  switch (state) {
    case 'working':
      return `${doneOfAll} so far.`
    case 'stopped':
      return progress.goesOnAt === null
        ? `Stopped at ${doneOfAll}.${mail}${waiting || ' Nothing else was done.'}`
        : `${doneOfAll}.${mail}${waiting}`
    case 'failed': {
      const toast =
        act === 'resend' ? INVITE_MESSAGES.manyResendFailed : INVITE_MESSAGES.manyCancelFailed
      return `${toast.text}. ${doneOfAll}. Try again to continue from there.`
    }
    case 'done':
      return `Done: ${formatCount(changed.length, 'invite')} ${DONE_LABELS[act]}.${mail}`
  }
}

function mailSentence({ mailed, unmailed, noMailer }: BulkInvitesProgress): string {
  if (noMailer) {
    return "Email isn't set up, so nothing was sent. Download the links and share them yourself."
  }
  const failed =
    unmailed.size > 0 ? `, ${formatNumber(unmailed.size)} could not be emailed yet` : ''
  return `${formatNumber(mailed.size)} emailed${failed}.`
}
