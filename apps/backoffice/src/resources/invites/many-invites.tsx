import { newId } from '@rookies/data/device/new-id'
import {
  type CheckedLine,
  MAX_INVITE_LINES,
  withDefaults,
} from '@rookies/data/invites/import-invites'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import {
  type EmailColumn as Column,
  type Heading,
  type InviteLine,
  readInviteList,
} from '@rookies/data/invites/read-invite-list'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { Alert, Button, Steps } from 'antd'
import dayjs from 'dayjs'
import { useCallback, useState } from 'react'
import { useAct } from '../../app/use-act'
import type { BroughtList } from '../../people/invite-address'
import { EmailColumn } from '../../ui/email-column'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { StatusLine } from '../../ui/status-line'
import { useMatchMedia } from '../../ui/use-match-media'
import { mailAgain, waitingWords } from './mail-each'
import { ManyReport } from './many-report'
import { EMPTY_SOURCE, ManySource, type ManySourceValues } from './many-source'
import { ManyVerdicts } from './many-verdicts'
import { invited, type ManyProgress, useManyInvites } from './use-many-invites'

interface ManyInvitesProps {
  brought: BroughtList
  onClose: () => void
}

/** Invites many at once: a list, a dry run that marks every line, progress, and a report. */
export function ManyInvites({ brought, onClose }: ManyInvitesProps) {
  const [source, setSource] = useState<ManySourceValues>({
    ...EMPTY_SOURCE,
    text: brought.text,
    courses: brought.courses,
  })
  const [leaving, setLeaving] = useState(false)
  const [heading, setHeading] = useState<Heading | null>(null)
  const [column, setColumn] = useState<Column>()
  const narrow = useMatchMedia('(max-width: 40rem)')
  const [operationId] = useState(newId)
  const { progress, run, stop } = useManyInvites()

  const [verdicts, setVerdicts] = useState<CheckedLine[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const checking = useAct({
    act: (lines: InviteLine[]) => ({ name: 'invites/check', input: { lines } }),
    onSuccess: setVerdicts,
    onError: () => setProblem(INVITE_TOASTS.checkFailed.text),
  })

  const check = async () => {
    setProblem(null)
    const list = await readInviteList(source.text, column).catch(() => null)
    setHeading((before) => list?.heading ?? (column === null ? before : null))
    const wrong = list ? listProblem(list.lines) : INVITE_TOASTS.checkFailed.text
    if (wrong !== null) setProblem(wrong)
    else if (list?.heading?.sure === false) {
      if (heading) setProblem('Choose the column of the email addresses.')
    } else if (list) checking.mutate(withDefaults(list.lines, source))
  }

  const ready = verdicts?.filter(({ state }) => state === 'VALID') ?? []
  const working = progress?.state === 'working'
  const done = progress?.state === 'done'
  const unsent = source.text.trim() !== '' && !progress
  // What was brought along is still there where it came from.
  const typed =
    unsent && (source.text !== brought.text || source.courses.join() !== brought.courses.join())

  const close = useCallback(() => {
    if (working) stop()
    else if (unsent) setLeaving(true)
    else onClose()
  }, [working, unsent, stop, onClose])

  const edit = (values: Partial<ManySourceValues>) => {
    setSource((before) => ({ ...before, ...values }))
    setLeaving(false)
    if (values.text === undefined) return
    // Another list has other columns.
    setHeading(null)
    setColumn(undefined)
    setProblem(null)
  }

  const act = () => {
    setLeaving(false)
    if (verdicts) void run(operationId, ready, progress ?? undefined)
    else void check()
  }

  return (
    <Modal
      open
      size="editor"
      title="Invite Many"
      onClose={close}
      actions={
        done ? (
          <>
            {progress.unmailed.size > 0 && (
              <Button onClick={act}>{mailAgain(progress.unmailed.size)}</Button>
            )}
            <Button type="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            {verdicts && !progress && !leaving && (
              <Button style={BACK} onClick={() => setVerdicts(null)}>
                Back to the List
              </Button>
            )}
            <Button onClick={leaving ? onClose : close}>
              {working ? 'Stop' : leaving ? 'Discard List' : progress ? 'Close' : 'Cancel'}
            </Button>
            <Button
              type="primary"
              style={narrow ? WIDE : undefined}
              loading={checking.isPending}
              disabled={working || (verdicts ? ready.length === 0 : source.text.trim() === '')}
              onClick={act}
            >
              {label(verdicts !== null, ready.length, progress)}
            </Button>
          </>
        )
      }
    >
      <Steps
        size="small"
        responsive={false}
        current={progress ? (done ? 3 : 2) : verdicts ? 1 : 0}
        items={[{ title: 'List' }, { title: 'Check' }, { title: 'Invite' }]}
        style={STEPS}
      />
      {!verdicts && brought.day !== '' && (
        <Alert
          showIcon
          type="info"
          message={`An invite opens courses without an end. Set the last day (${dayjs(brought.day).format('MMM D, YYYY')}) once they have come.`}
        />
      )}
      {!verdicts && heading && (!heading.sure || column !== undefined) && (
        <EmailColumn heading={heading} value={column} autoFocus onChange={setColumn} />
      )}
      {!verdicts && <ManySource values={source} busy={checking.isPending} onChange={edit} />}
      {problem !== null && <Alert type="error" message={problem} />}
      {verdicts && !progress && (
        <ManyVerdicts verdicts={verdicts} heading={column === null ? null : heading} />
      )}
      {progress && (
        <ManyReport verdicts={verdicts ?? []} ready={ready.length} progress={progress} />
      )}
      <StatusLine>
        {leaving
          ? 'This list has not been sent. Go on with it, or discard it.'
          : progress
            ? report(progress, ready.length)
            : ''}
      </StatusLine>
      <LeaveGuard back when={typed || working} />
    </Modal>
  )
}

const STEPS = { marginBottom: 'var(--space-5)' } as const

/** Away from the buttons that end it. */
const BACK = { marginInlineEnd: 'auto' } as const

/** On a phone, below the others where they fill a line. */
const WIDE = { flex: '1 0 auto' } as const

/** Why a list cannot be judged; null when it can. */
function listProblem({ length }: readonly InviteLine[]): string | null {
  if (length === 0) return 'There is no address in this list.'
  return length > MAX_INVITE_LINES
    ? `This list has ${formatNumber(length)} lines. Up to ${formatNumber(MAX_INVITE_LINES)} can be invited at once.`
    : null
}

function label(checked: boolean, ready: number, progress: ManyProgress | null): string {
  if (!checked) return 'Check List'
  switch (progress?.state) {
    case undefined:
      return `Invite ${formatCount(ready, 'Person', 'People')}`
    case 'working':
      return 'Inviting...'
    case 'failed':
      return 'Try Again'
    default:
      return 'Go On'
  }
}

function report(progress: ManyProgress, ready: number): string {
  const { state, made, mailed, unmailed, noMailer } = progress
  const count = invited(made).length
  const mail = noMailer
    ? 'No mailer is set up, so no e-mail was sent. Download the links and pass them on.'
    : `${formatNumber(mailed.size)} e-mailed${unmailed.size > 0 ? `, ${formatNumber(unmailed.size)} could not be e-mailed yet: they are tried again by themselves` : ''}.`
  switch (state) {
    case 'working':
      return progress.next === null
        ? `${formatPeople(count)} invited. E-mailing: ${formatNumber(mailed.size + unmailed.size)} of ${formatNumber(count)}.`
        : `${formatNumber(count)} of ${formatPeople(ready)} invited so far.`
    case 'stopped':
      return progress.goesOnAt === null
        ? `Stopped at ${formatNumber(count)} of ${formatPeople(ready)}. ${mail}${waitingWords(count, progress)}`
        : `${formatNumber(count)} of ${formatPeople(ready)} invited. ${mail}${waitingWords(count, progress)}`
    case 'failed':
      return `${INVITE_TOASTS.createFailed.text}. ${formatNumber(count)} of ${formatPeople(ready)} invited. Trying again goes on from there.`
    case 'done':
      return `Done: ${formatPeople(count)} invited. ${mail}`
  }
}
