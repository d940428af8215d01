import type { RowOf } from '@rookies/data/inbox/inbox'
import { questionPath } from '@rookies/data/inbox/inbox-words'
import { type Answer, askerName } from '@rookies/data/questions/question'
import type { Thread } from '@rookies/data/questions/question-queries'
import { formatCount } from '@rookies/data/wording'
import { Button, Flex, Typography } from 'antd'
import { Moment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import { StatusBadge } from '../../ui/status-badge'
import { Subject } from '../../ui/subject'
import styles from './inbox.module.css'

const MarkdownView = lazyComponent(
  () => import('@rookies/ui/markdown/markdown-view'),
  (module) => module.default,
)

const READERS: Record<RowOf<'QUESTION'>['facts']['audience'], string> = {
  EVERYONE: 'for everyone in the course',
  COHORT: 'for the cohort',
  STAFF: 'for staff only',
}

const APART = { marginBlock: 'var(--space-3)' } as const

interface AskedQuestionProps {
  row: RowOf<'QUESTION'>
  /** The whole question; undefined while it loads, or if it could not be read. */
  thread: Thread | undefined
  failed: boolean
  retrying: boolean
  onRetry: () => unknown
}

/** The question of a row with the answers that it has, and a link to it in the portal. */
export function AskedQuestion({ row, thread, failed, retrying, onRetry }: AskedQuestionProps) {
  const { title, person, facts } = row
  const answers = thread?.answers ?? []
  const question = thread && !thread.question.gone ? thread.question : null
  // The row has the beginning of the text.
  const body = question?.body ?? (facts.cut ? `${facts.body}…` : facts.body)
  return (
    <>
      <Subject
        name={title}
        more={[person?.name, `on “${facts.lesson}”`, READERS[facts.audience]]
          .filter(Boolean)
          .join(', ')}
      />
      {body && <Text source={body} />}
      {failed && (
        <Flex wrap align="center" gap="small" style={APART}>
          {facts.cut || facts.answers > 0
            ? 'The rest of the question did not load.'
            : 'New answers did not load.'}
          <Button size="small" loading={retrying} onClick={onRetry}>
            Try Again
          </Button>
        </Flex>
      )}
      {answers.length > 0 && (
        <section aria-label="Answers so far">
          <ul className={styles.answers}>
            {answers.map((answer) => (
              <Given key={answer.id} answer={answer} />
            ))}
          </ul>
        </section>
      )}
      <Typography.Paragraph>
        <a href={questionPath(row)} target="_blank" rel="noopener">
          {facts.answers === 0
            ? 'Open the question in the portal'
            : `Open the question and its ${formatCount(facts.answers, 'answer')} in the portal`}
        </a>
      </Typography.Paragraph>
    </>
  )
}

function Given({ answer }: { answer: Answer }) {
  return (
    <li>
      <p className={cells.fact}>
        <bdi>{askerName(answer)}</bdi>
        {', '}
        <Moment of={answer.created_at} />{' '}
        {answer.staff && <StatusBadge tone="info" label="Staff" />}
        {answer.accepted && <StatusBadge tone="live" label="Accepted" />}
      </p>
      <Text source={answer.body} />
    </li>
  )
}

function Text({ source }: { source: string }) {
  return (
    <LazyPart rows={2}>
      <MarkdownView source={source} headingOffset={3} />
    </LazyPart>
  )
}
