import { WORKER_STOPPED } from '@rookies/data/due-work/messages'
import { type InboxRow, keyOf } from '@rookies/data/inbox/inbox'
import { countText, INBOX_MESSAGES, isGivenAtOnce } from '@rookies/data/inbox/inbox-messages'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'

import { Alert, Button, Card, Flex } from 'antd'
import { CircleCheck, Inbox as InboxIcon } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useLiveReads } from '../../app/use-live'
import { useRead } from '../../app/use-read'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListSkeleton } from '../../ui/list-skeleton'
import { ReadFailed } from '../../ui/read-failed'
import { isCovered } from '../../ui/use-layer'
import { useNow } from '../../ui/use-now'
import { useSingleKeys } from '../../ui/use-single-keys'
import { useUnreadWhenMoved } from '../../ui/use-unread-when-moved'
import styles from './inbox.module.css'
import { InboxLine } from './row'
import { type AssignPurchase, type OpenDialog, RowDialog } from './row-dialog'
import { useRowActs } from './use-row-acts'

const InboxKeys = lazyDialog(
  () => import('./keys-dialog'),
  (module) => module.InboxKeys,
  { title: 'Keyboard Shortcuts', size: 'question' },
)

interface InboxProps {
  /** The dialog that assigns a purchase to a member. */
  Assign: AssignPurchase
}

/** The resources whose changes add or remove rows. */
const WATCHED = [
  'inbox',
  'submissions',
  'questions',
  'purchases',
  'invites',
  'cohort_members',
  'community_posts',
] as const

/** Number of rows that are shown at first, and that each press on the button below adds. */
const STEP = 20

/**
 * Lists what waits for the reader, in the order of the promised times (rules/inbox#rows). Renders nothing for people
 * without an inbox.
 */
export function Inbox({ Assign }: InboxProps) {
  const mayEnter = useMay('inbox', 'enter')
  const read = useRead('inbox/rows', { enabled: mayEnter, staleTime: 0 })
  const { data, refetch } = read
  useLiveReads(WATCHED, ['inbox/rows'])
  const now = useNow()
  const changesAt = data?.changes_at ?? null
  useEffect(() => {
    if (changesAt !== null && Date.parse(changesAt) <= now) void refetch()
  }, [changesAt, now, refetch])

  // Keys of rows that the person has just put away, which are hidden at once. A key is removed when an answer of the
  // server lacks its row, so that the row appears if a later answer contains it again.
  const [away, setAway] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data) return
    const answered = new Set(data.rows.map(keyOf))
    setAway((before) => {
      const left = [...before].filter((key) => answered.has(key))
      return left.length === before.size ? before : new Set(left)
    })
  }, [data])
  const [shown, setShown] = useState(STEP)
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const [listsKeys, setListsKeys] = useState(false)
  /** Key and index of the row that had the focus last. When that row is gone, the next row has its index. */
  const [last, setLast] = useState({ key: '', place: 0 })
  /** Whether a row should have the focus, even if the focused row has just disappeared. */
  const focuses = useRef(false)
  const list = useRef<HTMLUListElement>(null)
  const close = useCallback(() => setAsked(null), [])
  const closeKeys = useCallback(() => setListsKeys(false), [])

  const rows = (data?.rows ?? []).filter((row) => !away.has(keyOf(row)))
  const visible = rows.slice(0, shown)
  const current =
    visible.find((row) => keyOf(row) === last.key) ??
    visible[Math.min(last.place, visible.length - 1)]
  useUnreadWhenMoved(list, visible.map(keyOf), away)

  const actOf = (row: InboxRow) =>
    list.current?.querySelectorAll<HTMLElement>('[data-act]')[visible.indexOf(row)]
  const focusRow = (row: InboxRow | undefined) => {
    if (!row) return
    setLast({ key: keyOf(row), place: visible.indexOf(row) })
    actOf(row)?.focus()
  }
  const hide = (row: InboxRow) => {
    focuses.current = true
    setAway((before) => new Set(before).add(keyOf(row)))
  }
  // When the focused row or its dialog disappears, the focus is lost. It then moves to the current row.
  const focused = useRef('')
  useLayoutEffect(() => {
    const state = `${asked !== null} ${current && keyOf(current)}`
    if (state === focused.current) return
    focused.current = state
    if (!current || !focuses.current || isCovered()) return
    if (document.activeElement === document.body) actOf(current)?.focus({ preventScroll: true })
  })
  const show = (row: InboxRow) =>
    setAway((before) => new Set([...before].filter((key) => key !== keyOf(row))))
  const acts = useRowActs({ hide, show })

  const act = (row: InboxRow) => {
    switch (row.kind) {
      case 'MAIL':
        return acts.retry(row)
      case 'EVENT':
        return acts.dismiss(row)
      case 'INVITE':
        return acts.resend(row)
      case 'EXTENSION':
        return isGivenAtOnce(row) ? acts.give(row) : setAsked({ about: 'act', row })
      case 'BEHIND':
      case 'PURCHASE':
      case 'QUESTION':
        return setAsked({ about: 'act', row })
      // The action of these rows is a link to another screen.
      case 'WORK':
      case 'APPEAL':
      case 'REPORT':
      case 'QUESTION_REPORT':
        return
      default:
        row satisfies never
    }
  }
  const next = useRef<InboxRow>(undefined)
  const answered = (row: InboxRow) => {
    next.current = visible[visible.findIndex((one) => keyOf(one) === keyOf(row)) + 1]
    hide(row)
  }
  const answerNext = () =>
    setAsked(next.current?.kind === 'QUESTION' ? { about: 'act', row: next.current } : null)
  const snoozed = (row: InboxRow) => {
    acts.sayPutAway(row, INBOX_MESSAGES.snoozed)
    hide(row)
  }

  useSingleKeys((key, at) => {
    if (key === '?') {
      setListsKeys(true)
      return true
    }
    if (!current) return false
    const place = visible.indexOf(current)
    // If no row has the focus, the first press of J focuses the first row.
    const within = list.current?.contains(document.activeElement) === true
    if (key === 'j') focusRow(within ? (visible[place + 1] ?? current) : current)
    else if (key === 'k') focusRow(visible[Math.max(place - 1, 0)])
    // While a control outside of the rows has the focus, all other keys do nothing.
    else if (!within && at !== document.body) return false
    else if (key === 'e') acts.finish(current)
    else if (key === 'a' && current.kind === 'QUESTION') act(current)
    else if (key === 's') setAsked({ about: 'snooze', row: current })
    else if (key === 'h') setAsked({ about: 'hand', row: current })
    else if (key === 'enter' && !within) {
      actOf(current)?.click()
    } else return false
    return true
  })

  if (!mayEnter) return null
  return (
    <Card
      className={styles.inbox}
      role="region"
      aria-labelledby="inbox"
      title={
        <Flex component="h2" id="inbox" align="center" gap="small">
          <InboxIcon aria-hidden="true" />
          Inbox
        </Flex>
      }
      extra={
        data && (
          <span role="status">
            {countText({ counts: data.counts, rows, away: data.rows.length - rows.length }, now)}
          </span>
        )
      }
    >
      {read.isPending && <ListSkeleton />}
      {read.isError && !data && <ReadFailed title={INBOX_MESSAGES.listFailed.text} read={read} />}
      {data?.stopped && (
        <Alert
          type="warning"
          message={<Link to="/admin/due-work">{WORKER_STOPPED}</Link>}
          description="Scheduled emails and tasks are waiting."
        />
      )}
      {data && rows.length === 0 && (
        <EmptyState icon={<CircleCheck />} title="Nobody waits for you" level={3}>
          This list is live. What comes in appears here by itself.
        </EmptyState>
      )}
      {visible.length > 0 && (
        <ul
          ref={list}
          className={styles.rows}
          onBlur={({ currentTarget, relatedTarget }) => {
            // `relatedTarget` is null if the row disappeared, and a dialog gives the focus back. Rows keep the focus
            // in both cases.
            if (relatedTarget && !currentTarget.contains(relatedTarget) && !isCovered())
              focuses.current = false
          }}
        >
          {visible.map((row) => (
            <li
              key={keyOf(row)}
              className={styles.row}
              data-current={row === current || undefined}
              onFocus={() => {
                focuses.current = true
                setLast({ key: keyOf(row), place: visible.indexOf(row) })
              }}
            >
              <InboxLine
                row={row}
                now={now}
                busy={acts.running !== undefined && keyOf(acts.running) === keyOf(row)}
                onAct={act}
                onDone={acts.finish}
                onAsk={(about) => setAsked({ about, row })}
              />
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <Flex wrap align="center" gap="small" className={styles.foot}>
          {rows.length > shown && (
            <Button size="small" onClick={() => setShown(shown + STEP)}>
              {`Show ${formatCount(Math.min(STEP, rows.length - shown), 'More', 'More')}`}
            </Button>
          )}
          <Button
            size="small"
            type="link"
            className={styles.shortcuts}
            onClick={() => setListsKeys(true)}
          >
            Keyboard Shortcuts
          </Button>
        </Flex>
      )}
      {asked && (
        <RowDialog
          {...asked}
          Assign={Assign}
          onSnoozed={snoozed}
          onSettled={hide}
          onAnswered={answered}
          onNext={answerNext}
          onClose={close}
        />
      )}
      {listsKeys && <InboxKeys onClose={closeKeys} />}
    </Card>
  )
}
