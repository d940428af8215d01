import type { MyAssignment } from '@rookies/data/assignments/my-assignment'
import type { WorkDraft } from '@rookies/data/assignments/my-draft'
import type { QueuedRound } from '@rookies/data/assignments/queued-rounds'
import type { Round } from '@rookies/data/assignments/round'
import { localMoment, needSeconds } from '@rookies/data/time/moment-text'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { LazyPart } from '../../../shared/lazy-part'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import { Moment } from '../../../ui/moment'
import list from '../exercise/results.module.css'
import styles from './assignment.module.css'
import { CommitTests, Verdict } from './commit-tests'
import tested from './repository.module.css'
import { ReviewOfRound } from './review-of-round'
import type { RoundChangesProps } from './round-changes'
import { Work } from './work'

/** The library that compares texts loads only when a person opens the changes of a round. */
const roundChanges = new LazyPart<RoundChangesProps>(() => import('./round-changes'))

interface RoundsProps {
  assignment: MyAssignment
  queued: readonly QueuedRound[]
}

/** Lists the rounds, the latest first: unsent rounds, the latest sent round, and the earlier ones, folded. */
export function Rounds({ assignment: { rounds, tests }, queued }: RoundsProps) {
  const last = rounds.at(-1)
  const number = last?.round ?? 0
  return (
    <>
      {queued
        .map(({ id, at, change }, index) => (
          <section key={id} aria-label={`Round ${number + index + 1}`} className={styles.round}>
            <header className={styles.roundHead}>
              <h3>{`Round ${number + index + 1}`}</h3>
              <p className={styles.muted}>
                {`Handed in here on ${localMoment(at)}, and not sent yet.`}
              </p>
            </header>
            <Work round={workOfDraft(change.work)} remarks={[]} />
          </section>
        ))
        .reverse()}
      {rounds
        .map((round, index) =>
          index === rounds.length - 1 ? (
            <section key={round.id} aria-label={`Round ${round.round}`} className={styles.round}>
              <header className={styles.roundHead}>
                <h3>{`Round ${round.round}`}</h3>
                <RoundFacts round={round} />
              </header>
              <RoundBody round={round} before={rounds[index - 1]} tests={tests} />
            </section>
          ) : (
            <EarlierRound key={round.id} round={round} before={rounds[index - 1]} tests={tests} />
          ),
        )
        .reverse()}
    </>
  )
}

interface OneRound {
  round: Round
  before: Round | undefined
  /** Null if the assignment tests nothing. */
  tests: MyAssignment['tests']
}

function EarlierRound(props: OneRound) {
  const [open, setOpen] = useState(false)
  const { round } = props
  return (
    <details className={styles.round} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.roundHead}>
        <h3>{`Round ${round.round}`}</h3>
        <RoundFacts round={round} />
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </summary>
      {open && <RoundBody {...props} />}
    </details>
  )
}

function RoundFacts({ round }: { round: Round }) {
  const { submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion } = round
  const { tests } = round
  const due = due_at_then && due_zone ? { at: due_at_then, zone: due_zone } : null
  const withSeconds = due !== null && needSeconds(made_at ?? submitted_at, due.at)
  // Formats a moment like the due date that is beside it.
  const momentText = (at: string) =>
    due ? <Moment at={at} zone={due.zone} withSeconds={withSeconds} /> : localMoment(at)
  return (
    <p className={styles.facts}>
      <span>Handed in on {momentText(submitted_at)}</span>
      {made_at && (
        <span>
          {made_at === tests?.pushed_at ? 'Pushed on ' : 'Made without a connection on '}
          {momentText(made_at)}
        </span>
      )}
      {late && (
        <span className={styles.late}>
          Late
          {due && <>: it was due {momentText(due.at)}</>}
        </span>
      )}
      {waived_at && <span>It counts as in time</span>}
      {second_opinion && <span>For a second opinion</span>}
    </p>
  )
}

function RoundBody({ round, before, tests }: OneRound) {
  const [compared, setCompared] = useState(false)
  const { review } = round
  return (
    <div className={styles.beside} data-reviewed={review ? true : undefined}>
      <div className={styles.stack}>
        {round.unreadable && (
          <p className={styles.late}>
            A part of what you handed in cannot be read. Please hand it in once more.
          </p>
        )}
        {before && (
          <div>
            <Button small aria-expanded={compared} onClick={() => setCompared(!compared)}>
              {compared ? `Show round ${round.round}` : `What changed since round ${before.round}`}
            </Button>
          </div>
        )}
        {compared && before ? (
          <OptionalPart
            subject="The comparison"
            part={roundChanges}
            props={{ before, after: round }}
          />
        ) : (
          <Work
            round={round}
            remarks={review?.remarks ?? []}
            unconnected={tests !== null && !round.connected}
          />
        )}
        {round.tests && (
          <details>
            <summary className={`${list.fold} ${tested.folded}`}>
              <Verdict result={round.tests} />
            </summary>
            <CommitTests result={round.tests} paths={tests?.paths ?? []} />
          </details>
        )}
      </div>
      {review && <ReviewOfRound review={review} />}
    </div>
  )
}

function workOfDraft({ text, url, repo_url, code, files, note }: WorkDraft) {
  return {
    text: text || null,
    url: url || null,
    repo_url: repo_url || null,
    commit_sha: null,
    commit_url: null,
    commit_sought: null,
    code,
    files,
    note: note || null,
  }
}
