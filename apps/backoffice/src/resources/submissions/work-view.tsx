import { shortSha } from '@rookies/data/assignments/result'
import type {
  DraftRemark,
  ReviewedRound,
  ReviewedWork,
} from '@rookies/data/assignments/review-work'
import { COMMIT_SOUGHT, NOT_PINNED, type Round } from '@rookies/data/assignments/round'
import { agreedText, ownClock } from '@rookies/data/time/agreed-text'
import { needSeconds } from '@rookies/data/time/moment-text'
import { Alert, Button, Flex, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { LongText, Moment, OutsideLink } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { StatusBadge } from '../../ui/status-badge'
import styles from './review.module.css'
import { pairedParts, partsOf } from './round-changes'
import { RoundTests } from './round-tests'
import { WorkFiles } from './work-files'
import { type GivenRemark, WorkLines } from './work-lines'

interface WorkViewProps {
  work: ReviewedWork
  round: ReviewedRound
  /** The earlier round with which `round` is compared; null for no comparison. */
  compared: ReviewedRound | null
  onShow: (round: number) => void
  onCompare: (round: number | null) => void
  drafts: readonly DraftRemark[]
  renderDraft: (remark: DraftRemark) => ReactNode
  /** Adds a remark to the draft; null if the reader cannot write remarks here. */
  onRemark: ((path: string | null, from: number, to: number) => void) | null
  /** Starts a review that asks the person to hand in the work again; null if the reader cannot review this work. */
  onUnreadable: (() => void) | null
}

/** Shows one round of the work, or what changed in it since an earlier round. */
export function WorkView(props: WorkViewProps) {
  const { work, round, compared, onShow, onCompare, drafts, renderDraft, onRemark, onUnreadable } =
    props
  const earlier = work.rounds.filter((other) => other.round < round.round)
  const parts = compared
    ? pairedParts(compared, round)
    : partsOf(round).map(({ path, lines }) => ({ path, before: null, after: lines }))
  return (
    <Flex component="section" vertical gap={12} aria-labelledby="work-handed-in">
      <Flex wrap align="center" justify="space-between" gap="small">
        <h2 id="work-handed-in">What was handed in</h2>
        {work.rounds.length > 1 && (
          <Flex wrap gap="small">
            <Segmented
              aria-label="Round"
              value={round.round}
              onChange={onShow}
              options={work.rounds.map((each) => ({
                value: each.round,
                label: `Round ${each.round}`,
              }))}
            />
            {earlier.length > 0 && (
              <Segmented
                aria-label="What changed"
                value={compared?.round ?? 0}
                onChange={(value) => onCompare(value || null)}
                options={[
                  { value: 0, label: 'Alone' },
                  ...earlier.map((each) => ({
                    value: each.round,
                    label: `Since round ${each.round}`,
                  })),
                ]}
              />
            )}
          </Flex>
        )}
      </Flex>
      <RoundFacts round={round} />
      {round.unreadable && (
        <Alert
          type="warning"
          showIcon
          message="A part of this round cannot be read"
          description="Its code or its files were stored in a form that this page does not know. The rest is below."
          action={onUnreadable && <Button onClick={onUnreadable}>Ask for a New Round</Button>}
        />
      )}
      {round.note && (
        <div className={styles.given}>
          <Flex component="p" align="center" justify="space-between" className={styles.place}>
            {round.second_opinion ? 'Asks for a second opinion' : 'Note'}
          </Flex>
          <LongText>{round.note}</LongText>
        </div>
      )}
      <Links isTested={work.paths !== null} round={round} compared={compared} />
      {round.tests && <RoundTests key={round.id} work={work} result={round.tests} />}
      <WorkFiles files={round.files} />
      {parts.map(({ path, before, after }) => (
        <section key={path ?? ''} aria-label={path ?? 'Text'} className={styles.part}>
          <h3 className={styles.path}>{path === null ? 'Text' : <code>{path}</code>}</h3>
          <WorkLines
            label={`Lines of ${path ?? 'the text'}`}
            path={path}
            before={before}
            after={after}
            givenBefore={compared ? givenRemarks(compared, path) : []}
            given={givenRemarks(round, path)}
            drafts={drafts.filter((remark) => remark.path === path && remark.line_from !== null)}
            renderDraft={renderDraft}
            onRemark={onRemark && ((from, to) => onRemark(path, from, to))}
          />
        </section>
      ))}
    </Flex>
  )
}

/** Returns the remarks of a round's review on lines of the text, whose path is null, or of a file. */
function givenRemarks({ review, round }: Round, path: string | null): GivenRemark[] {
  if (!review) return []
  const from = [`round ${round}`, review.reviewer].filter(Boolean).join(', ')
  return review.remarks
    .filter((remark) => remark.path === path && remark.line_from !== null)
    .map((remark) => ({ ...remark, from }))
}

/**
 * Shows when a round was handed in and when it was due, in one format, so that people can compare them
 * (rules/interface#dates).
 */
function RoundFacts({ round }: { round: ReviewedRound }) {
  const { submitted_at, made_at, due_at_then, due_zone, waived_at } = round
  const withSeconds = due_at_then !== null && needSeconds(made_at ?? submitted_at, due_at_then)
  const moment = (at: string) => {
    if (due_zone === null) return <Moment of={at} />
    const { text, spoken } = agreedText(at, due_zone, Date.now(), ownClock(), withSeconds)
    return (
      <time dateTime={at} title={spoken}>
        {text}
      </time>
    )
  }
  return (
    <p className={cells.second}>
      Handed in {moment(submitted_at)}
      {made_at !== null && (
        <>
          , {howMade(round)} {moment(made_at)}
        </>
      )}
      {due_at_then !== null && <>, due {moment(due_at_then)}</>}
      {waived_at !== null && ', lateness waived'}
    </p>
  )
}

/** Returns what `made_at` of a round is: the moment of its push, or of handing in on a device that was offline. */
function howMade({ made_at, tests, connected }: Round): string {
  if (tests?.pushed_at === made_at) return 'pushed'
  // Without the result, which does not count any more, a connected round can be either.
  return connected && !tests ? 'made' : 'made without a connection'
}

/** Shows the link and the repository of a round, and how they were in the compared round. */
function Links({
  isTested,
  round,
  compared,
}: Pick<WorkViewProps, 'round' | 'compared'> & { isTested: boolean }) {
  const { url, repo_url, commit_sha, connected } = round
  if (url === null && repo_url === null) return null
  return (
    <dl className={styles.links}>
      {url !== null && (
        <div>
          <dt>Link</dt>
          <dd>
            <OutsideLink to={url} />
            {compared?.url && compared.url !== url && ` (before: ${compared.url})`}
          </dd>
        </div>
      )}
      {repo_url !== null && (
        <div>
          <dt>Repository</dt>
          <dd>
            <OutsideLink to={repo_url} />{' '}
            <span className={cells.fact}>
              <Commit {...round} />
              {compared?.repo_url && compared.commit_sha !== commit_sha && (
                <>
                  {' '}
                  (before: <Commit {...compared} />)
                </>
              )}
            </span>{' '}
            {isTested && !connected && <StatusBadge tone="plain" label="Not connected" />}
          </dd>
        </div>
      )}
    </dl>
  )
}

type CommitProps = Pick<Round, 'commit_sha' | 'commit_url' | 'commit_sought'>

/** Shows the commit at which the repository stood (rules/assignments#commits). */
function Commit({ commit_sha, commit_url, commit_sought }: CommitProps) {
  if (commit_sha === null) return commit_sought ? COMMIT_SOUGHT : NOT_PINNED
  const short = shortSha(commit_sha)
  return <>at commit {commit_url ? <OutsideLink to={commit_url}>{short}</OutsideLink> : short}</>
}
