import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import { latestRound, type ReviewedWork } from '@rookies/data/assignments/review-work'
import { Button, Flex } from 'antd'
import {
  ArrowRightLeft,
  Hourglass,
  Keyboard,
  RotateCcw,
  SkipForward,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CohortLink } from '../../app/cohort-link'
import { useAct } from '../../app/use-act'
import { useLiveReads } from '../../app/use-live'
import { useRead } from '../../app/use-read'
import { lazyDialog } from '../../kit/lazy-dialog'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { useNow } from '../../ui/use-now'
import { Waits, WorkMarks } from './columns'
import { JustPublished } from './just-published'
import { WorkBadge, WorkOwner } from './labels'
import styles from './review.module.css'
import { useReviewUrls } from './review-address'
import { Reviewed } from './reviewed'
import { TimeAsked } from './time-asked'
import { Writing } from './writing'

const HandOverDialog = lazyDialog(
  () => import('./hand-over-dialog'),
  (module) => module.HandOverDialog,
  { title: 'Hand Over', size: 'form' },
)
const TakeBackDialog = lazyDialog(
  () => import('./take-back-dialog'),
  (module) => module.TakeBackDialog,
  { title: 'Take this review back?' },
)
const ShortcutsDialog = lazyDialog(
  () => import('./shortcuts-dialog'),
  (module) => module.ShortcutsDialog,
  { title: 'Keyboard Shortcuts', size: 'form' },
)

type Dialog = 'hand' | 'back' | 'keys'

interface ReviewScreenProps {
  work: ReviewedWork
  /** Renders the component that fetches the next work in advance. */
  renderPrefetch: (id: string) => ReactNode
}

/** Shows a person's work for an assignment, with the review that the reader writes or those that were published. */
export function ReviewScreen({ work, renderPrefetch }: ReviewScreenProps) {
  const navigate = useNavigate()
  const urls = useReviewUrls()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = useCallback(() => setDialog(null), [])
  const now = useNow()
  useLiveReads(['submissions'], ['submissions'])
  const next = useRead('submissions/next', {
    input: { after: work.id, filter: urls.filter },
    staleTime: 0,
  })
  const nextId = next.data?.id ?? null
  const [leaving, setLeaving] = useState<{ state?: object } | null>(null)
  const leave = useCallback((state?: object) => setLeaving(state ? { state } : {}), [])
  useEffect(() => {
    // The person may leave before the next work is known. The screen then changes when the answer arrives.
    if (!leaving || next.isPending) return
    navigate(nextId === null ? urls.queue : urls.reviewOf(nextId), leaving)
  }, [leaving, next.isPending, nextId, urls, navigate])

  const isWaiting = work.state === 'WAITING'
  const round = latestRound(work)
  const review = round?.review ?? null
  const isClaimedByOther =
    work.claim !== null && !work.claim.mine && Date.parse(work.claim.until) > now
  const mayReview = work.can_review && isWaiting && !work.not_mine
  const undoable =
    review !== null && round?.mine === true && Date.parse(review.published_at) + UNDO_MS > now
  const takeBack = useAct({
    act: (id: string) => ({ name: 'submissions/withdraw', input: { id } }),
    done: REVIEW_MESSAGES.takenBack,
    failed: REVIEW_MESSAGES.takeBackFailed,
  })
  const waive = useAct({
    act: (roundId: string) => ({ name: 'submissions/waive_late', input: { roundId } }),
    done: REVIEW_MESSAGES.waived,
    failed: REVIEW_MESSAGES.waiveFailed,
  })
  const secondOpinion = useAct({
    act: () => ({ name: 'submissions/hand_over', input: { id: work.id, toId: null } }),
    done: REVIEW_MESSAGES.handedOver,
    failed: REVIEW_MESSAGES.handOverFailed,
    leave: () => leave(),
  })
  const release = useAct({
    act: () => ({ name: 'submissions/release', input: { id: work.id } }),
    done: REVIEW_MESSAGES.released,
    failed: REVIEW_MESSAGES.releaseFailed,
  })
  const mayHandOver = work.can_review && isWaiting && (!isClaimedByOther || work.can_withdraw)

  return (
    <>
      <PageHeader
        title={work.lesson.title}
        beside={<WorkBadge state={work.state} />}
        subtitle={work.course.title}
        actions={
          <>
            {work.late && work.can_review && round && (
              <Button
                icon={<Hourglass aria-hidden="true" />}
                data-writes
                loading={waive.isPending}
                onClick={() => waive.mutate(round.id)}
              >
                Waive Lateness
              </Button>
            )}
            {review && undoable && (
              <Button
                icon={<RotateCcw aria-hidden="true" />}
                data-writes
                loading={takeBack.isPending}
                onClick={() => takeBack.mutate(review.id)}
              >
                Take Back
              </Button>
            )}
            {review && !undoable && work.can_withdraw && (
              <Button icon={<RotateCcw aria-hidden="true" />} onClick={() => setDialog('back')}>
                Take Back…
              </Button>
            )}
            {nextId !== null && (
              <LinkButton
                to={urls.reviewOf(nextId)}
                icon={<SkipForward aria-hidden="true" />}
                aria-keyshortcuts="n"
              >
                {mayReview ? 'Skip' : 'Next'}
              </LinkButton>
            )}
          </>
        }
        more={[
          ...(mayHandOver
            ? [
                {
                  key: 'hand',
                  icon: <ArrowRightLeft aria-hidden="true" />,
                  label: 'Hand Over…',
                  onClick: () => setDialog('hand'),
                },
                {
                  key: 'second',
                  icon: <UsersRound aria-hidden="true" />,
                  label: 'Ask for a Second Opinion',
                  onClick: () => secondOpinion.mutate(),
                },
              ]
            : []),
          ...(work.claim?.mine
            ? [
                {
                  key: 'release',
                  icon: <RotateCcw aria-hidden="true" />,
                  label: 'Release',
                  onClick: () => release.mutate(),
                },
              ]
            : []),
          {
            key: 'keys',
            icon: <Keyboard aria-hidden="true" />,
            label: 'Keyboard Shortcuts',
            onClick: () => setDialog('keys'),
          },
        ]}
      />
      <JustPublished />
      <Flex wrap align="baseline" gap="0.5rem 1.5rem" className={styles.facts}>
        <span>
          <WorkOwner person={work.person} />
          {work.cohort && (
            <>
              {', '}
              <CohortLink id={work.cohort.id}>{work.cohort.title}</CohortLink>
            </>
          )}
        </span>
        <Flex component="span" wrap align="baseline" gap="small">
          {`Round ${work.round}`} <WorkMarks work={work} />
        </Flex>
        {isWaiting && (
          <span>
            <Waits work={work} />
          </span>
        )}
      </Flex>
      <TimeAsked work={work} />
      {mayReview ? (
        <Writing
          key={work.id}
          work={work}
          held={isClaimedByOther ? work.claim : null}
          onPublished={leave}
          onSkip={leave}
          onHelp={() => setDialog('keys')}
        />
      ) : (
        <Reviewed work={work} onSkip={leave} onHelp={() => setDialog('keys')} />
      )}
      {nextId !== null && renderPrefetch(nextId)}
      {dialog === 'hand' && <HandOverDialog work={work} onHandedOver={leave} onClose={close} />}
      {dialog === 'back' && review && <TakeBackDialog review={review} onClose={close} />}
      {dialog === 'keys' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

/** Milliseconds in which reviewers can take back their own review without a reason (rules/assignments#taking-back). */
const UNDO_MS = 10 * 60_000
