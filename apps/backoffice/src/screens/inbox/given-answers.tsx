import { type Answer, askerName } from '@rookies/data/questions/question'
import type { Thread } from '@rookies/data/questions/question-queries'
import { Button, Flex } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { UNCACHED, useRead } from '../../app/use-read'
import { Moment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { StatusBadge } from '../../ui/status-badge'
import { Waiting } from '../../ui/waiting'
import { Written } from '../../ui/written'
import styles from './inbox.module.css'

interface GivenAnswersProps {
  questionId: string
  /** The question with one page of its answers. */
  thread: Thread
  /**
   * Whether the button of the page before opened this page, which then takes the focus, because that button is gone.
   */
  focused?: boolean
}

/** A page of the answers to a question; a button shows the next one below it. */
export function GivenAnswers({ questionId, thread, focused = false }: GivenAnswersProps) {
  const [more, setMore] = useState(false)
  const answers = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (focused) answers.current?.focus()
  }, [focused])
  return (
    <>
      <Flex component="ul" vertical gap={12} ref={answers} tabIndex={-1} className={styles.answers}>
        {thread.answers.map((answer) => (
          <Given key={answer.id} answer={answer} />
        ))}
      </Flex>
      {thread.next !== null &&
        (more ? (
          <LaterAnswers questionId={questionId} after={thread.next} />
        ) : (
          <Button size="small" className={styles.more} onClick={() => setMore(true)}>
            Show More Answers
          </Button>
        ))}
    </>
  )
}

function LaterAnswers({ questionId, after }: { questionId: string; after: string }) {
  const read = useRead('questions/thread', {
    input: { id: questionId, after },
    keepsPrevious: true,
    ...UNCACHED,
  })
  if (read.data) {
    if ('merged_into' in read.data) return null
    return <GivenAnswers questionId={questionId} thread={read.data} focused />
  }
  if (!read.isError) return <Waiting rows={2} />
  return (
    <Flex wrap align="center" gap="small" role="alert" className={styles.more}>
      More answers did not load.
      <Button size="small" loading={read.isFetching} onClick={() => read.refetch()}>
        Try Again
      </Button>
    </Flex>
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
      <Written source={answer.body} />
    </li>
  )
}
