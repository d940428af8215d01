import type { RowOf } from '@rookies/data/inbox/inbox'
import { questionOfRow } from '@rookies/data/inbox/inbox-messages'
import type { Thread } from '@rookies/data/questions/question-queries'
import { formatCount } from '@rookies/data/wording'
import { Button, Flex, Typography } from 'antd'
import { Subject } from '../../ui/subject'
import { Written } from '../../ui/written'
import { GivenAnswers } from './given-answers'

const READERS: Record<RowOf<'QUESTION'>['facts']['audience'], string> = {
  EVERYONE: 'for everyone in the course',
  COHORT: 'for the cohort',
  STAFF: 'for staff only',
}

const SPACED = { marginBlock: 'var(--space-3)' } as const

interface AskedQuestionProps {
  row: RowOf<'QUESTION'>
  /** The question with its answers; undefined while it loads, or if the read failed. */
  thread: Thread | undefined
  failed: boolean
  retrying: boolean
  onRetry: () => unknown
}

/** Shows the question of a row with its answers, and links to it in the portal. */
export function AskedQuestion({ row, thread, failed, retrying, onRetry }: AskedQuestionProps) {
  const { title, person, facts } = row
  const question = thread && !thread.question.gone ? thread.question : null
  // The row contains only the beginning of the text.
  const body = question?.body ?? (facts.cut ? `${facts.body}…` : facts.body)
  return (
    <>
      <Subject
        name={title}
        more={[person?.name, `on “${facts.lesson}”`, READERS[facts.audience]]
          .filter(Boolean)
          .join(', ')}
      />
      {body && <Written source={body} />}
      {failed && (
        <Flex wrap align="center" gap="small" style={SPACED}>
          {facts.cut || facts.answers > 0
            ? 'The rest of the question did not load.'
            : 'New answers did not load.'}
          <Button size="small" loading={retrying} onClick={onRetry}>
            Try Again
          </Button>
        </Flex>
      )}
      {thread && thread.answers.length > 0 && (
        <section aria-label="Answers so far">
          <GivenAnswers questionId={row.subject_id} thread={thread} />
        </section>
      )}
      <Typography.Paragraph>
        <a href={questionOfRow(row)} target="_blank" rel="noopener">
          {facts.answers === 0
            ? 'Open the question in the portal'
            : `Open the question and its ${formatCount(facts.answers, 'answer')} in the portal`}
        </a>
      </Typography.Paragraph>
    </>
  )
}
