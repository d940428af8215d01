import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import type { Cohort } from '@rookies/data/cohorts/cohort-list'
import { newId } from '@rookies/data/device/new-id'
import {
  type CheckedLine,
  isReady,
  MAX_INVITE_LINES,
  seatNotices,
  withDefaults,
  withRoles,
} from '@rookies/data/invites/import-invites'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import {
  type EmailColumn as Column,
  type Heading,
  type InviteLine,
  readInviteList,
  roleLabelKey,
} from '@rookies/data/invites/read-invite-list'
import { dayText } from '@rookies/data/time/moment-text'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { Alert, Button, Steps } from 'antd'
import { useState } from 'react'
import { useAct } from '../../app/use-act'
import { PiecesDialog, usePiecesInput } from '../../kit/pieces-dialog'
import type { ListToInvite } from '../../people/invite-address'
import { EmailColumn } from '../../ui/email-column'
import { mailAgainLabel, unsentText } from './mail-each'
import { ManyReport } from './many-report'
import { EMPTY_SOURCE, ManySource, type ManySourceValues } from './many-source'
import { ManyVerdicts } from './many-verdicts'
import { RoleLabels } from './role-labels'
import { createdInvites, type ManyProgress, useManyInvites } from './use-many-invites'

interface ManyInvitesProps {
  initialList: ListToInvite
  /** The cohort to which the people are added; missing for invites to courses. */
  cohort?: Pick<Cohort, 'id' | 'slug' | 'title'>
  onClose: () => void
}

/**
 * Invites many people or adds them to a cohort: takes a list, checks every line, and shows the progress and a report.
 */
export function ManyInvites({ initialList, cohort, onClose }: ManyInvitesProps) {
  const { text, courses } = initialList
  const input = usePiecesInput<ManySourceValues>(
    cohort ? `cohort_members/list:${cohort.id}` : 'invites/many',
    { ...EMPTY_SOURCE, text, courses, cohort: cohort?.slug ?? null },
  )
  const source = input.values
  const [heading, setHeading] = useState<Heading | null>(null)
  const [column, setColumn] = useState<Column>()
  const [roles, setRoles] = useState<Readonly<Record<string, string>>>({})
  const [operationId] = useState(newId)
  const pieces = useManyInvites()
  const { progress } = pieces

  const [verdicts, setVerdicts] = useState<CheckedLine[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const checking = useAct({
    act: (lines: InviteLine[]) => ({ name: 'invites/check', input: { lines } }),
    onSuccess: setVerdicts,
    onError: () => setProblem(INVITE_MESSAGES.checkFailed.text),
  })

  const check = async () => {
    setProblem(null)
    const list = await readInviteList(source.text, column).catch(() => null)
    setHeading((before) => list?.heading ?? (column === null ? before : null))
    const wrong = list ? listProblem(list.lines) : INVITE_MESSAGES.checkFailed.text
    if (wrong !== null) setProblem(wrong)
    else if (list?.heading?.sure === false) {
      if (heading) setProblem('Choose the column of the email addresses.')
    } else if (list?.heading?.roleWords.some((word) => roles[roleLabelKey(word)] === undefined)) {
      if (heading) setProblem('Choose the role that each of these texts means.')
    } else if (list) checking.mutate(withDefaults(withRoles(list.lines, roles), source))
  }

  const ready = verdicts?.filter(isReady) ?? []
  const notices = seatNotices(ready)
  const unsent = source.text.trim() !== '' && !progress
  // A list from another screen is still available there, so closing the dialog does not lose it.
  const dirty = unsent && (source.text !== text || source.courses.join() !== courses.join())

  const edit = ({ text }: Partial<ManySourceValues>) => {
    if (text === undefined) return
    // A new list has other columns.
    setHeading(null)
    setColumn(undefined)
    setRoles({})
    setProblem(null)
  }

  return (
    <PiecesDialog
      size="editor"
      title={cohort ? `Add a List of People to ${cohort.title}` : 'Invite Many'}
      pieces={pieces}
      begin={
        verdicts
          ? `${cohort ? 'Add' : 'Invite'} ${formatCount(ready.length, 'Person', 'People')}`
          : 'Check List'
      }
      working={cohort ? 'Adding...' : 'Inviting...'}
      busy={checking.isPending}
      blocked={
        verdicts
          ? ready.length === 0 || notices.some(({ blocked }) => blocked)
          : source.text.trim() === ''
      }
      unused={unsent ? UNUSED : null}
      input={input}
      dirty={dirty}
      byAddress={!cohort}
      percent={progress ? (50 * stepsOf(progress)) / Math.max(ready.length, 1) : 0}
      progressLabel="Invites created and emailed"
      status={progress ? report(progress, ready.length) : ''}
      retry={progress && progress.unmailed.size > 0 && mailAgainLabel(progress.unmailed.size)}
      back={
        verdicts && (
          <Button style={BACK} onClick={() => setVerdicts(null)}>
            Back to the List
          </Button>
        )
      }
      below={progress && <ManyReport verdicts={verdicts ?? []} progress={progress} />}
      onBegin={() => void (verdicts ? pieces.run({ operationId, lines: ready }) : check())}
      onClose={onClose}
      onDone={onClose}
    >
      <Steps
        size="small"
        responsive={false}
        current={progress ? (progress.state === 'done' ? 3 : 2) : verdicts ? 1 : 0}
        items={[{ title: 'List' }, { title: 'Check' }, { title: cohort ? 'Add' : 'Invite' }]}
        style={STEPS}
      />
      {!verdicts && initialList.day !== '' && (
        <Alert
          showIcon
          type="info"
          message={`An invite gives access without an end date. Set the last day (${dayText(initialList.day)}) once they have joined.`}
        />
      )}
      {!verdicts && heading && (!heading.sure || column !== undefined) && (
        <EmailColumn heading={heading} value={column} autoFocus onChange={setColumn} />
      )}
      {!verdicts && heading?.sure && heading.roleWords.length > 0 && (
        <RoleLabels
          labels={heading.roleWords}
          chosen={roles}
          onChange={(word, role) => setRoles((before) => ({ ...before, [word]: role }))}
        />
      )}
      {!verdicts && (
        <ManySource
          input={input}
          busy={checking.isPending}
          forCohort={cohort !== undefined}
          onChange={edit}
        />
      )}
      {!progress &&
        notices.map(({ blocked, text: message }) => (
          <Alert key={message} showIcon type={blocked ? 'error' : 'warning'} message={message} />
        ))}
      {problem !== null && <Alert type="error" message={problem} />}
      {verdicts && !progress && (
        <ManyVerdicts verdicts={verdicts} heading={column === null ? null : heading} />
      )}
    </PiecesDialog>
  )
}

interface AddCohortListProps {
  cohort: CohortDetails
  /** The text of the list as it was pasted. */
  text: string
  onClose: () => void
}

/** Adds the people of a list to a cohort: members join at once, the others by an invite (rules/cohorts#joining). */
export function AddCohortList({ cohort, text, onClose }: AddCohortListProps) {
  return (
    <ManyInvites initialList={{ text, courses: [], day: '' }} cohort={cohort} onClose={onClose} />
  )
}

const UNUSED = {
  discard: 'Discard List',
  sentence: 'This list has not been sent. Continue with it or discard it.',
}

const STEPS = { marginBottom: 'var(--space-5)' } as const

/** Keeps the Back button away from the buttons that finish. */
const BACK = { marginInlineEnd: 'auto' } as const

/** Why a list cannot be checked; null if it can. */
function listProblem({ length }: readonly InviteLine[]): string | null {
  if (length === 0) return 'This list has no email addresses.'
  return length > MAX_INVITE_LINES
    ? `This list has ${formatNumber(length)} lines. Up to ${formatNumber(MAX_INVITE_LINES)} can be invited at once.`
    : null
}

/** Counts the steps that are done: creating an invite is one, and mailing it another. */
const stepsOf = ({ made, next, mailed, unmailed }: ManyProgress) =>
  made.length + (next === null ? mailed.size + unmailed.size : 0)

function report(progress: ManyProgress, ready: number): string {
  const { state, made, mailed, unmailed, noMailer } = progress
  const count = createdInvites(made).length
  const joined = made.filter((line) => line.state === 'JOINED').length
  const mail = noMailer
    ? "Email isn't set up, so nothing was sent. Download the links and share them yourself."
    : `${formatNumber(mailed.size)} emailed${unmailed.size > 0 ? `, ${formatNumber(unmailed.size)} could not be emailed yet and are retried automatically` : ''}.`
  switch (state) {
    case 'working':
      return progress.next === null
        ? `${formatPeople(count)} invited. Emailed: ${formatNumber(mailed.size + unmailed.size)} of ${formatNumber(count)}.`
        : `${formatNumber(count)} of ${formatPeople(ready)} invited so far.`
    case 'stopped':
      return progress.goesOnAt === null
        ? `Stopped at ${formatNumber(count)} of ${formatPeople(ready)}. ${mail}${unsentText(count, progress)}`
        : `${formatNumber(count)} of ${formatPeople(ready)} invited. ${mail}${unsentText(count, progress)}`
    case 'failed':
      return `${INVITE_MESSAGES.manyCreateFailed.text}. ${formatNumber(count)} of ${formatPeople(ready)} invited. Try again to continue from there.`
    case 'done':
      return joined === 0
        ? `Done: ${formatPeople(count)} invited. ${mail}`
        : `Done: ${formatPeople(joined)} joined${count === 0 ? '.' : `, ${formatNumber(count)} invited. ${mail}`}`
  }
}
