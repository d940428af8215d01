import type { Claim } from '@rookies/data/assignments/queue'
import { VERDICT_LABELS } from '@rookies/data/assignments/queue-labels'
import type { PublishedReview } from '@rookies/data/assignments/review-acts'
import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import {
  type DraftRemark,
  latestRound,
  levelsOf,
  NEEDS_ESSENTIALS,
  type ReviewedWork,
  unmetCriteria,
  type Verdict,
} from '@rookies/data/assignments/review-work'
import { newId } from '@rookies/data/device/new-id'
import { timeText } from '@rookies/data/time/moment-text'
import { formatList } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { hasJustAppeared } from '@rookies/ui/presses/guard-presses'
import { Alert, Button, Flex, Radio } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useAct } from '../../app/use-act'
import { lazyDialog } from '../../kit/lazy-dialog'
import { LeaveGuard } from '../../ui/leave-guard'
import { MarkdownField } from '../../ui/markdown-field'
import { Brief } from './brief'
import { publishedState } from './just-published'
import { leaveByEscape } from './leave-by-escape'
import { RemarkField } from './remark-field'
import { RepliesMenu } from './replies-menu'
import styles from './review.module.css'
import { type ReviewPress, useReviewKeys, verdictOf } from './review-keys'
import { PastReviews } from './reviewed'
import { RubricPanel } from './rubric-panel'
import { useReviewDraft } from './use-review-draft'
import { useShownRounds } from './use-shown-rounds'
import { WorkView } from './work-view'

const RepliesDialog = lazyDialog(
  () => import('./replies-dialog'),
  (module) => module.RepliesDialog,
  { title: 'Saved Replies', size: 'form' },
)

interface WritingProps {
  work: ReviewedWork
  /** The claim of another reviewer that has not expired; null without one. */
  held: Claim | null
  /** Opens the next work with `state` as its location state, so that its screen can offer to take the review back. */
  onPublished: (state: object) => void
  onSkip: () => void
  onHelp: () => void
}

/** Writes the review of the latest round. Every action has a key (rules/assignments#review-screen). */
export function Writing({ work, held, onPublished, onSkip, onHelp }: WritingProps) {
  const round = latestRound(work)
  const writing = useReviewDraft(work)
  const { draft, change, carriedFrom, keeping, refused, until, settle, resume } = writing
  const shown = useShownRounds(work)
  const [briefOpen, setBriefOpen] = useState(false)
  const [current, setCurrent] = useState(0)
  const [announcement, announce] = useState('')
  const [managing, setManaging] = useState(false)
  const closeReplies = useCallback(() => setManaging(false), [])
  const panel = useRef<HTMLDivElement>(null)
  const publishButton = useRef<HTMLButtonElement>(null)
  /** The last field that was used, into which a saved reply is inserted: the key of a remark; null for the comment. */
  const lastField = useRef<string | null>(null)
  const disabled = held !== null
  const { rubric } = work
  const levels = levelsOf(rubric, draft.levels)
  const unmet = unmetCriteria(rubric, levels)
  const blocked = draft.verdict !== null && NEEDS_ESSENTIALS[draft.verdict] && unmet.length > 0
  const unjudged = rubric.filter(({ id }) => levels[id] === undefined).length

  const publish = useAct({
    act: (verdict: Verdict) => ({
      name: 'submissions/publish',
      input: {
        roundId: round?.id ?? '',
        verdict,
        draft: {
          levels,
          comment: draft.comment,
          remarks: draft.remarks.filter(({ body }) => body.trim() !== ''),
        },
        operationId: writing.operationId,
      },
    }),
    failed: REVIEW_MESSAGES.publishFailed,
    onSuccess: (answer: PublishedReview) => onPublished(publishedState(answer, work.lesson.title)),
    onError: resume,
    rereads: 'meanwhile',
  })
  const [publishing, setPublishing] = useState(false)
  const send = async () => {
    if (!draft.verdict || disabled || blocked || publishing) return
    setPublishing(true)
    try {
      await settle()
      await publish.mutateAsync(draft.verdict)
    } catch {
      // The error is ignored here, because a toast has already shown it.
    } finally {
      setPublishing(false)
    }
  }

  const judge = (at: number, level: number) => {
    const criterion = rubric[at]
    const title = criterion?.levels[level]?.title
    if (!criterion || title === undefined) return
    change((before) => ({ ...before, levels: { ...before.levels, [criterion.id]: level } }))
    announce(`${criterion.title}: ${title}`)
    setCurrent(Math.min(at + 1, rubric.length - 1))
  }
  const judgeAll = () => {
    if (rubric.length === 0) return
    const best = Object.fromEntries(rubric.map(({ id, levels: all }) => [id, all.length - 1]))
    change((before) => ({ ...before, levels: best }))
    announce('Every criterion: highest level')
  }
  const decide = (verdict: Verdict) => {
    change((before) => ({ ...before, verdict }))
    announce(VERDICT_LABELS[verdict])
  }
  const askAgain = () => {
    decide('AGAIN')
    change((before) => ({
      ...before,
      comment: before.comment.trim() ? before.comment : UNREADABLE,
    }))
  }
  const remark = (path: string | null, from: number, to: number) => {
    const key = newId()
    lastField.current = key
    change((before) => ({
      ...before,
      remarks: [...before.remarks, { key, path, line_from: from, line_to: to, body: '' }],
    }))
  }
  const rewrite = (key: string, body: string) => {
    lastField.current = key
    change((before) => ({
      ...before,
      remarks: before.remarks.map((each) => (each.key === key ? { ...each, body } : each)),
    }))
  }
  const drop = (key: string) => {
    lastField.current = null
    change((before) => ({ ...before, remarks: before.remarks.filter((each) => each.key !== key) }))
  }
  const insert = (body: string) => {
    const key = lastField.current
    const within = draft.remarks.find((each) => each.key === key)
    const added = (text: string) => (text.trim() === '' ? body : `${text.trimEnd()}\n\n${body}`)
    if (within) rewrite(within.key, added(within.body))
    else change((before) => ({ ...before, comment: added(before.comment) }))
    announce('Reply inserted')
  }

  const find = (selector: string) =>
    panel.current?.closest('main')?.querySelector<HTMLElement>(selector)
  const handle = ({ key, level }: ReviewPress): boolean => {
    switch (key) {
      case 'help':
        onHelp()
        return true
      case 'skip':
        onSkip()
        return true
      case 'brief':
        setBriefOpen(!briefOpen)
        return true
      case 'changes':
        shown.toggle()
        return true
      case 'next':
        setCurrent(Math.min(current + 1, rubric.length - 1))
        return true
      case 'previous':
        setCurrent(Math.max(current - 1, 0))
        return true
    }
    if (disabled) return true
    switch (key) {
      case 'comment':
        find('[data-comment] textarea')?.focus()
        return true
      case 'reply':
        find('[data-comment] button[aria-haspopup]')?.click()
        return true
      case 'remark': {
        const line = find('[data-line][tabindex="0"]')
        if (document.activeElement?.matches('[data-line]')) {
          ;(document.activeElement as HTMLElement).click()
        } else line?.focus()
        return true
      }
    }
    // A press on a screen that has just appeared may have been meant for the previous screen
    // (rules/interface#presses).
    if (publishButton.current && hasJustAppeared(publishButton.current)) return true
    switch (key) {
      case 'publish':
        void send()
        return true
      case 'level':
        judge(current, level)
        return true
      case 'all':
        judgeAll()
        return true
    }
    const verdict = verdictOf(key)
    if (verdict) decide(verdict)
    return verdict !== undefined
  }
  useReviewKeys(handle)

  const field = (each: DraftRemark) => (
    <RemarkField
      remark={each}
      disabled={disabled}
      onChange={(body) => rewrite(each.key, body)}
      onRemove={() => drop(each.key)}
    />
  )
  const unplacedRemarks = draft.remarks.filter(({ line_from }) => line_from === null)
  const latestShown = shown.round?.id === round?.id

  return (
    <>
      <VisuallyHidden>
        <p role="status">{announcement}</p>
      </VisuallyHidden>
      {held && (
        <Alert
          type="warning"
          showIcon
          style={SPACED}
          message={`${held.reviewer} is reviewing this until ${timeText(held.until)}`}
          description="You can read it. What you wrote is kept, and you can go on when they are done."
        />
      )}
      {refused && !held && <Alert type="warning" showIcon style={SPACED} message={refused} />}
      {carriedFrom !== null && (
        <Alert
          type="warning"
          showIcon
          style={SPACED}
          message={`Round ${work.round} was handed in while you reviewed round ${carriedFrom}`}
          description="What you wrote stays. Below is what changed. Remarks whose lines have changed are above the comment."
        />
      )}
      <div className={styles.columns} ref={panel}>
        {shown.round && (
          <WorkView
            work={work}
            round={shown.round}
            compared={shown.compared}
            onShow={shown.onShow}
            onCompare={shown.onCompare}
            drafts={latestShown ? draft.remarks : []}
            renderDraft={field}
            onRemark={latestShown && !disabled ? remark : null}
            onUnreadable={latestShown && !disabled ? askAgain : null}
          />
        )}
        <Flex vertical gap={20}>
          <Brief work={work} open={briefOpen} onToggle={setBriefOpen} />
          <RubricPanel
            rubric={rubric}
            levels={levels}
            current={current}
            disabled={disabled}
            onJudge={judge}
          />
          {unplacedRemarks.map((each) => (
            <Flex vertical gap={4} key={each.key} className={styles.remark}>
              {field(each)}
            </Flex>
          ))}
          <Flex vertical gap={12} data-comment>
            <Flex justify="space-between" align="center" gap="small">
              <label htmlFor="review-comment">Comment</label>
              {!disabled && <RepliesMenu onInsert={insert} onManage={() => setManaging(true)} />}
            </Flex>
            <MarkdownField
              id="review-comment"
              autoSize={{ minRows: 3, maxRows: 16 }}
              maxLength={20_000}
              disabled={disabled}
              value={draft.comment}
              onFocus={() => {
                lastField.current = null
              }}
              onChange={(comment) => change((before) => ({ ...before, comment }))}
              onKeyDown={leaveByEscape}
            />
          </Flex>
          <PastReviews work={work} />
        </Flex>
      </div>
      <Flex wrap align="center" justify="flex-end" gap="0.5rem 0.75rem" className={styles.bar}>
        <p className={styles.note} role="status">
          {barText({ keeping, until, blocked, unmet, unjudged, verdict: draft.verdict })}
        </p>
        <Radio.Group
          aria-label="Verdict"
          optionType="button"
          disabled={disabled}
          value={draft.verdict}
          onChange={({ target: { value } }) => decide(value as Verdict)}
          options={Object.entries(VERDICT_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <Button
          ref={publishButton}
          type="primary"
          data-writes
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Publish, and open the next (Ctrl+Enter)"
          disabled={disabled || draft.verdict === null || blocked}
          loading={publishing}
          onClick={() => void send()}
        >
          Publish
        </Button>
      </Flex>
      {managing && <RepliesDialog onClose={closeReplies} />}
      <LeaveGuard when={keeping === 'failed'} />
    </>
  )
}

const UNREADABLE = 'A part of this work could not be read. Please hand it in once more.'

const SPACED = { marginBlockEnd: 'var(--space-4)' } as const

interface BarFacts {
  keeping: ReturnType<typeof useReviewDraft>['keeping']
  until: string | null
  blocked: boolean
  unmet: readonly string[]
  unjudged: number
  verdict: Verdict | null
}

/** Returns why the review cannot be published or, if it can, what is not judged yet and whether the draft is saved. */
function barText({ keeping, until, blocked, unmet, unjudged, verdict }: BarFacts): string {
  if (blocked) return `Essential, and not met: ${formatList(unmet)}.`
  if (keeping === 'failed') return 'Not saved yet. Trying again…'
  const unjudgedText = verdict !== null && unjudged > 0 && `${unjudged} of the rubric not judged.`
  const kept = keeping === 'saving' ? 'Saving…' : keeping === 'saved' && 'Saved.'
  const claimText = keeping !== 'nothing' && until && `Yours until ${timeText(until)}.`
  return [unjudgedText, kept, claimText].filter(Boolean).join(' ')
}
