import {
  lineIn,
  type RepositoryResult,
  shortSha,
  verdictText,
} from '@rookies/data/assignments/result'
import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { CommitTests } from '@rookies/ui/components/commit-tests/commit-tests'
import { Button, Flex } from 'antd'
import { RotateCcw } from 'lucide-react'
import { Moment, OutsideLink } from '../../kit/cells'
import { Question } from '../../kit/question'
import { useConfirmedAct } from '../../kit/use-confirmed-act'
import cells from '../../ui/cells.module.css'
import { StatusBadge } from '../../ui/status-badge'
import { Subject } from '../../ui/subject'

interface RoundTestsProps {
  work: Pick<ReviewedWork, 'can_review' | 'paths'>
  /** The result of the tests of the round's commit. */
  result: RepositoryResult
}

/** Shows what the tests of a round's commit came to; reviewers can have it tested once more (rules/repositories#again). */
export function RoundTests({ work, result }: RoundTestsProps) {
  const { sha, commit_url, run_url, pushed_at, received_at, verdict } = result
  const again = useConfirmedAct({
    act: ({ id }: RepositoryResult) => ({ name: 'submissions/judge_again', input: { id } }),
    done: REVIEW_MESSAGES.testedAgain,
    failed: REVIEW_MESSAGES.testAgainFailed,
  })
  return (
    <Flex component="section" vertical gap="small" aria-labelledby="work-tests">
      <Flex wrap align="center" justify="space-between" gap="small">
        <Flex wrap align="center" gap="small">
          <h3 id="work-tests">Tests</h3>
          <StatusBadge tone={verdict === 'PASS' ? 'live' : 'danger'} label={verdictText(result)} />
        </Flex>
        {work.can_review && (
          <Button
            size="small"
            icon={<RotateCcw aria-hidden="true" />}
            onClick={() => again.ask(result)}
          >
            Test Again…
          </Button>
        )}
      </Flex>
      <Flex wrap gap="0.25rem 1rem">
        <span className={cells.fact}>
          {pushed_at ? 'Pushed ' : 'Tested '}
          <Moment of={pushed_at ?? received_at} />
        </span>
        <OutsideLink to={commit_url}>{`Commit ${shortSha(sha)}`}</OutsideLink>
        <OutsideLink to={run_url}>Log of the run</OutsideLink>
      </Flex>
      <CommitTests
        result={result}
        lineOf={(message) => lineIn(message, result, work.paths ?? [])}
      />
      {again.subject && (
        <Question
          title="Test this commit again?"
          subject={
            <Subject
              name={`Commit ${shortSha(again.subject.sha)}`}
              more={verdictText(again.subject)}
            />
          }
          confirm="Test Again"
          busy={again.busy}
          onConfirm={again.onConfirm}
          onClose={again.onClose}
        >
          <p>
            This result counts no more. The next one of the commit counts instead: open the log of
            the run at GitHub, and re-run all jobs there. What was handed in stays.
          </p>
        </Question>
      )}
    </Flex>
  )
}
