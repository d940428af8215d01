import { communityPath } from '@rookies/data/communities/paths'
import type { InboxRow } from '@rookies/data/inbox/inbox'
import { INBOX_KIND_LABELS } from '@rookies/data/inbox/inbox-kinds'
import {
  aboutText,
  actText,
  factsText,
  isGivenAtOnce,
  isOverdue,
  promiseText,
  questionOfRow,
} from '@rookies/data/inbox/inbox-messages'
import { Button, Flex } from 'antd'
import { AlarmClock, Check, Forward } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { CohortLink } from '../../app/cohort-link'
import { useMay } from '../../app/may'
import { panelOf } from '../../app/panel-resource'
import { PersonLink } from '../../app/person-link'
import cells from '../../ui/cells.module.css'
import { LinkButton } from '../../ui/link-button'
import { QuietButton } from '../../ui/quiet-button'
import { StatusBadge } from '../../ui/status-badge'
import { TextButton } from '../../ui/text-button'
import styles from './inbox.module.css'
import type { OpenDialog } from './row-dialog'

interface InboxLineProps {
  row: InboxRow
  now: number
  /** Whether the action of the row is running. */
  busy: boolean
  onAct: (row: InboxRow) => void
  onDone: (row: InboxRow) => void
  /** Opens a dialog for the row. */
  onAsk: (about: OpenDialog['about']) => void
}

/** Returns the address of the screen on which the row is handled; null if it is handled in the inbox. */
function addressOf(row: InboxRow, panel: string): string | null {
  switch (row.kind) {
    case 'WORK':
    case 'APPEAL':
      return `/${panel}/reviews/${row.subject_id}`
    case 'REPORT':
      return `/admin/communities/${row.facts.community_id}?view=reports`
    case 'PURCHASE':
      return row.facts.status === 'PENDING'
        ? `/admin/purchases?q=${encodeURIComponent(row.facts.ref)}`
        : null
    case 'QUESTION':
    case 'QUESTION_REPORT':
    case 'EXTENSION':
    case 'BEHIND':
    case 'EVENT':
    case 'MAIL':
    case 'INVITE':
      return null
  }
}

/** Returns the page of the portal on which the row is handled; null if it is not handled there. */
function portalAddressOf(row: InboxRow, managesCommunities: boolean): string | null {
  if (row.kind === 'QUESTION_REPORT') return questionOfRow(row)
  // People who moderate a community but manage none handle reports on the page of the community.
  if (row.kind === 'REPORT' && !managesCommunities) return communityPath(row.facts.slug)
  return null
}

/** One row of the inbox, with its main action and the buttons that put it away. */
export function InboxLine({ row, now, busy, onAct, onDone, onAsk }: InboxLineProps) {
  const panel = panelOf(useLocation().pathname)
  const about = aboutText(row)
  const managesCommunities = useMay('communities', 'update')
  const inPortal = portalAddressOf(row, managesCommunities)
  const to = addressOf(row, panel)
  const label = actText(row)
  const named = { 'aria-label': `${label}: ${about}`, 'data-act': '' }
  return (
    <>
      <div className={styles.what}>
        <Flex component="p" wrap align="baseline" gap="0.25rem 0.5rem" className={cells.name}>
          <StatusBadge
            tone={isOverdue(row, now) ? 'danger' : 'info'}
            label={INBOX_KIND_LABELS[row.kind]}
          />
          <span dir="auto">
            {row.kind === 'BEHIND' && row.person ? (
              <PersonLink id={row.person.id}>{row.title}</PersonLink>
            ) : (
              row.title
            )}
          </span>
          <span className={styles.promise}>{promiseText(row, now)}</span>
        </Flex>
        <p className={cells.fact}>
          {row.kind !== 'BEHIND' && row.person && (
            <>
              <PersonLink id={row.person.id}>{row.person.name}</PersonLink>
              {'. '}
            </>
          )}
          <Place row={row} />
          {factsText(row)}
          {row.kind === 'BEHIND' && (
            <>
              {' '}
              <TextButton data-writes onClick={() => onAsk('write')}>
                Write to them
              </TextButton>
            </>
          )}
        </p>
        {row.holder && <p className={cells.fact}>{holderText(row.holder)}</p>}
      </div>
      {/* The main action is kept apart from the other buttons, so that nobody presses Done instead of Clear or
          Decline. */}
      <Flex wrap align="center" justify="space-between" gap="0.25rem 1.5rem">
        <Flex wrap align="center" gap={4}>
          {inPortal !== null ? (
            <Button size="small" href={inPortal} {...named}>
              {label}
            </Button>
          ) : to !== null ? (
            <LinkButton size="small" to={to} {...named}>
              {label}
            </LinkButton>
          ) : (
            <Button size="small" data-writes loading={busy} onClick={() => onAct(row)} {...named}>
              {label}
            </Button>
          )}
          {row.kind === 'EXTENSION' && (
            <>
              {isGivenAtOnce(row) && (
                <Button size="small" aria-label={`Other…: ${about}`} onClick={() => onAsk('act')}>
                  Other…
                </Button>
              )}
              <Button
                size="small"
                type="text"
                aria-label={`Decline…: ${about}`}
                onClick={() => onAsk('decline')}
              >
                Decline…
              </Button>
            </>
          )}
        </Flex>
        <Flex wrap align="center" gap={4}>
          <QuietButton
            icon={<Check aria-hidden="true" />}
            title="Done"
            aria-label={`Done: ${about}`}
            // The second click of a double click would hit the row that has moved up, so it is ignored.
            onClick={({ detail }) => detail < 2 && onDone(row)}
          />
          <QuietButton
            icon={<AlarmClock aria-hidden="true" />}
            title="Snooze"
            aria-label={`Snooze: ${about}`}
            onClick={() => onAsk('snooze')}
          />
          <QuietButton
            icon={<Forward aria-hidden="true" />}
            title="Hand Over"
            aria-label={`Hand over: ${about}`}
            onClick={() => onAsk('hand')}
          />
        </Flex>
      </Flex>
    </>
  )
}

/** The cohort or else the course, shown before the other facts. */
function Place({ row }: { row: InboxRow }) {
  if (row.cohort) {
    return (
      <>
        <CohortLink id={row.cohort.id}>{row.cohort.title}</CohortLink>
        {'. '}
      </>
    )
  }
  if (!row.course || row.course.title === row.title) return null
  return `${row.course.title}. `
}

function holderText({ name, by, mine, note }: NonNullable<InboxRow['holder']>): string {
  const noteText = note ? `: ${note}` : '.'
  return mine ? `Handed over by ${by}${noteText}` : `${name} has it, from ${by}${noteText}`
}
