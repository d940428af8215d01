import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import type { CohortMessage, MessageReader } from '@rookies/data/cohorts/sent-messages'
import { formatNumber, formatPeople } from '@rookies/data/wording'
import { Flex, List } from 'antd'
import { PersonLink } from '../../app/person-link'
import { UNCACHED, useRead } from '../../app/use-read'
import { Moment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Subject } from '../../ui/subject'
import { Waiting } from '../../ui/waiting'

interface ReadersDialogProps {
  message: CohortMessage
  onClose: () => void
}

/** Lists the recipients of a message, and when they read it. */
export function ReadersDialog({ message, onClose }: ReadersDialogProps) {
  const read = useRead('cohort_messages/readers', { input: { id: message.id }, ...UNCACHED })
  return (
    <Modal size="form" title="Who Has Read It" onClose={onClose}>
      <Subject name={message.title} more={read.data && summary(read.data)} />
      {read.isPending && <Waiting rows={5} />}
      {read.isError && !read.data && (
        <ReadFailed title={COHORT_MESSAGES.readersFailed.text} read={read} />
      )}
      {read.data && (
        <List
          size="small"
          bordered
          rowKey="id"
          dataSource={read.data}
          renderItem={({ id, name, read_at }) => (
            <List.Item>
              <Flex wrap flex={1} justify="space-between" gap="small">
                <PersonLink id={id}>{name}</PersonLink>
                <span className={cells.fact}>{read_at ? <Moment of={read_at} /> : 'Not yet'}</span>
              </Flex>
            </List.Item>
          )}
        />
      )}
    </Modal>
  )
}

function summary(readers: readonly MessageReader[]): string {
  const read = readers.filter(({ read_at }) => read_at !== null).length
  return `Read by ${formatNumber(read)} of ${formatPeople(readers.length)}`
}
