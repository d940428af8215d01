import { lessonPath } from '@rookies/data/course-viewing/paths'
import type { ExerciseToEdit, ProofProblem } from '@rookies/data/exercises/edit-exercise'
import { Alert, Button, Flex } from 'antd'
import { BadgeCheck, ExternalLink, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLive } from '../../../../app/use-live'
import { TextButton } from '../../../../ui/text-button'
import typography from '../../typography.module.css'
import styles from './exercise.module.css'

export interface PublishingProps {
  id: string
  /** The stored version of the exercise; null if none is stored yet. */
  stored: ExerciseToEdit | null
  /** Whether the form has unsaved changes. */
  dirty: boolean
  busy: boolean
  /** Whether a save has ended whose result is to be shown, and what is called when it is shown. */
  hasResult: boolean
  sawResult: () => void
  /** The address of the lesson in the portal; null for a lesson that is not saved yet. */
  lesson: { slug: string; id: string } | null
}

interface ProofProps extends PublishingProps {
  /** Whether the starter may pass all tests. */
  practice: boolean
  onProve: () => void
  /** Reads the stored result of the server's check again. */
  onRefresh: () => void
  /** Returns a function that moves to the place of a problem; null if the place no longer exists. */
  goTo: (problem: ProofProblem) => (() => void) | null
}

/** Waits for the server to finish a check, and then reads the stored result again. */
function ProofWatch({ onSettled }: { onSettled: () => void }) {
  useLive(['exercises'], onSettled)
  return null
}

/**
 * Shows whether learners can open the exercise or why they cannot; saves it and asks the server to check it
 * (rules/exercises#proof).
 */
export function Proof(props: ProofProps) {
  const { id, practice, stored, dirty, busy, lesson, onProve, onRefresh, goTo } = props
  const state = stateOf(stored)
  const problems = stored?.proof.problems ?? []
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Publishing</h3>
      <Flex vertical gap="small">
        <p className={typography.muted}>
          {`The server runs the tests before learners get an exercise: ${practice ? '' : 'the starter must fail one of them, and '}the solution must pass all together, in half of the time limit.`}
        </p>
        <Result {...props}>
          <Alert
            role="status"
            type={ALERTS[state]}
            showIcon
            message={stateText(stored)}
            {...(stored && stored.proved_version !== null && state !== 'PROVED'
              ? { description: 'Learners still have the version from before.' }
              : {})}
            {...(state === 'PENDING' && {
              action: (
                <Button size="small" icon={<RefreshCw aria-hidden="true" />} onClick={onRefresh}>
                  Check Again
                </Button>
              ),
            })}
          />
        </Result>
        {state === 'PENDING' && <ProofWatch onSettled={onRefresh} />}
        {problems.length > 0 && (
          <Flex
            component="ul"
            vertical
            gap={12}
            className={styles.problems}
            aria-label="Why the proof was refused"
          >
            {Array.from(problems, (problem, at) => ({ problem, at })).map(({ problem, at }) => (
              <li key={at}>
                <ProblemLine problem={problem} go={goTo(problem)} />
              </li>
            ))}
          </Flex>
        )}
        <Flex wrap gap="small" align="center">
          <Button icon={<BadgeCheck aria-hidden="true" />} loading={busy} onClick={onProve}>
            {dirty || stored === null ? 'Save and Prove' : 'Prove'}
          </Button>
          <TryAsLearner lesson={lesson} />
        </Flex>
        {lesson && dirty && <p className={typography.muted}>{SHOWS_SAVED}</p>}
      </Flex>
    </section>
  )
}

type ResultProps = Pick<PublishingProps, 'hasResult' | 'sawResult'> & { children: ReactNode }

/** Scrolls to the state of an exercise and focuses it after a save that was asked for beside it. */
export function Result({ hasResult, sawResult, children }: ResultProps) {
  const place = useRef<HTMLDivElement>(null)
  const show = useEffectEvent(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus({ preventScroll: true })
    sawResult()
  })
  useEffect(() => {
    if (hasResult) show()
  }, [hasResult])
  return (
    <div ref={place} tabIndex={-1} className={styles.result}>
      {children}
    </div>
  )
}

export const SHOWS_SAVED = 'Try as Learner shows what is saved.'

/** Opens the lesson in the portal. */
export function TryAsLearner({ lesson }: Pick<PublishingProps, 'lesson'>) {
  if (!lesson) return null
  return (
    <Button
      icon={<ExternalLink aria-hidden="true" />}
      onClick={() => window.open(lessonPath(lesson.slug, lesson.id), '_blank', 'noopener')}
    >
      Try as Learner
    </Button>
  )
}

const ALERTS = { NONE: 'warning', PENDING: 'info', PROVED: 'success', REFUSED: 'error' } as const

/**
 * An exercise of the language Page is saved without a check. When its language changes to code, the check is still
 * missing.
 */
const stateOf = (stored: ExerciseToEdit | null) =>
  stored === null || stored.part.language === 'PAGE' ? 'NONE' : stored.proof.state

function stateText(stored: ExerciseToEdit | null): string {
  switch (stateOf(stored)) {
    case 'NONE':
      return stored?.proved_version == null
        ? 'In preparation: learners see only the brief until it is proved.'
        : 'The last changes are not proved yet.'
    case 'PENDING':
      return 'The server is proving it.'
    case 'PROVED':
      return 'Proved: learners have this version.'
    case 'REFUSED':
      return 'The proof was refused.'
  }
}

function ProblemLine({ problem, go }: { problem: ProofProblem; go: (() => void) | null }) {
  const { file, line, message } = problem
  const place = [file, line === null ? null : `line ${line}`].filter((part) => part !== null)
  const text = place.join(', ')
  return (
    <>
      {text !== '' && (go ? <TextButton onClick={go}>{text}</TextButton> : <strong>{text}</strong>)}{' '}
      <span className={typography.breaks}>{message}</span>
    </>
  )
}
