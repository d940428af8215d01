import {
  lineIn,
  type RepositoryResult,
  shortSha,
  verdictText,
} from '@rookies/data/assignments/result'
import { localMoment } from '@rookies/data/time/moment-text'
import { CommitTests as TestList } from '@rookies/ui/components/commit-tests/commit-tests'
import { CircleCheck, CircleX } from 'lucide-react'
import page from './assignment.module.css'
import { OutsideLink } from './outside-link'
import styles from './repository.module.css'

interface CommitTestsProps {
  result: RepositoryResult
  /** The paths of the learner's files, among which a message may name a line. */
  paths: readonly string[]
}

export function Verdict({ result }: { result: RepositoryResult }) {
  return (
    <>
      {result.verdict === 'PASS' ? (
        <CircleCheck aria-hidden="true" />
      ) : (
        <CircleX aria-hidden="true" className={styles.failed} />
      )}
      <span>{verdictText(result)}</span>
    </>
  )
}

/** The tests of a commit, below its moment and the links to it at its host. */
export function CommitTests({ result, paths }: CommitTestsProps) {
  const { sha, commit_url, run_url, pushed_at, received_at } = result
  return (
    <div className={page.stack}>
      <p className={page.facts}>
        <span>
          Commit <OutsideLink url={commit_url}>{shortSha(sha)}</OutsideLink>
        </span>
        <span>
          {pushed_at
            ? `Pushed on ${localMoment(pushed_at)}`
            : `Tested on ${localMoment(received_at)}`}
        </span>
        <OutsideLink url={run_url} className={styles.log}>
          Log at GitHub
        </OutsideLink>
      </p>
      <TestList result={result} lineOf={(message) => lineIn(message, result, paths)} />
    </div>
  )
}
