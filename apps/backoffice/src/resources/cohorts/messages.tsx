import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import {
  COHORT_MESSAGE_LIST,
  type CohortMessage,
  reachText,
} from '@rookies/data/cohorts/sent-messages'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Button, Flex } from 'antd'
import { MailPlus, MessageSquareText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { LongText, Moment } from '../../kit/cells'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'

const WriteMessage = lazyDialog(
  () => import('../../people/write-message'),
  (module) => module.WriteMessage,
  { title: 'Write to the Cohort', size: 'form' },
)
const ReadersDialog = lazyDialog(
  () => import('./readers-dialog'),
  (module) => module.ReadersDialog,
  { title: 'Who Has Read It', size: 'form' },
)

/** Lists the messages of staff to a cohort, and how many people have read each (rules/cohorts#messages). */
export function CohortMessages({ cohort }: { cohort: CohortDetails }) {
  const mayWrite = useMay('cohort_messages', 'create')
  const [writing, setWriting] = useState(false)
  const [asked, setAsked] = useState<CohortMessage | null>(null)
  const closeWriting = useCallback(() => setWriting(false), [])
  const closeReaders = useCallback(() => setAsked(null), [])
  const { tableProps, total } = useTable(COHORT_MESSAGE_LIST, {
    failed: COHORT_MESSAGES.messagesFailed,
    filters: { permanent: { cohort_id: cohort.id } },
  })
  const write = mayWrite && (
    <Button
      type={total === 0 ? 'primary' : 'default'}
      icon={<MailPlus aria-hidden="true" />}
      onClick={() => setWriting(true)}
    >
      Write Message
    </Button>
  )
  return (
    <>
      {total > 0 && <Flex justify="flex-end">{write}</Flex>}
      <ListTable
        {...tableProps}
        label="Messages"
        columns={messageColumns(setAsked)}
        failed={COHORT_MESSAGES.messagesFailed.text}
        count={formatCount(total, 'message')}
        empty={{
          icon: <MessageSquareText />,
          title: 'No messages yet',
          text: mayWrite
            ? 'Write to everybody in this cohort: it reaches their bell, and by email those who want that.'
            : 'Nobody has written to this cohort yet.',
          actions: write,
        }}
      />
      {writing && <WriteMessage cohort={cohort} onClose={closeWriting} />}
      {asked && <ReadersDialog message={asked} onClose={closeReaders} />}
    </>
  )
}

const messageColumns = (onAsk: (message: CohortMessage) => void): RecordColumn<CohortMessage>[] => [
  {
    key: 'message',
    title: 'Message',
    place: 'lead',
    render: ({ title, message }) => (
      <>
        <span className={cells.name}>{title}</span>
        <LongText>{message}</LongText>
      </>
    ),
  },
  {
    key: 'sent',
    title: 'Sent',
    place: 'left',
    width: '12rem',
    render: ({ created_at, sender }) => (
      <span className={cells.fact}>
        <Moment of={created_at} />
        <span className={cells.second}>{`by ${sender ?? 'a deleted account'}`}</span>
      </span>
    ),
  },
  {
    key: 'reach',
    title: 'To',
    place: 'left',
    width: '11rem',
    render: (message) => <span className={cells.fact}>{message.to ?? reachText(message)}</span>,
  },
  {
    key: 'read',
    title: 'Read by',
    place: 'left',
    named: true,
    width: '8rem',
    render: (message) => (
      <Button
        size="small"
        aria-label={`Who has read “${message.title}”: ${message.read} of ${message.people}`}
        onClick={() => onAsk(message)}
      >
        {`${formatNumber(message.read)} of ${formatNumber(message.people)}`}
      </Button>
    ),
  },
]
