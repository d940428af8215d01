import type { InboxRow } from '@rookies/data/inbox/inbox'
import { INBOX_MESSAGES, snoozeChoices } from '@rookies/data/inbox/inbox-messages'
import { serverNow } from '@rookies/data/server-clock'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useAct } from '../../app/use-act'
import { Modal } from '../../ui/modal'
import { Subject } from '../../ui/subject'

interface SnoozeDialogProps {
  row: InboxRow
  onSnoozed: (row: InboxRow) => void
  onClose: () => void
}

/** Has a button for each moment until which the row can be hidden (rules/inbox#snooze). */
export function SnoozeDialog({ row, onSnoozed, onClose }: SnoozeDialogProps) {
  const [choices] = useState(() => snoozeChoices(serverNow()))
  const snooze = useAct({
    act: (until: string) => ({ name: 'inbox/snooze', input: { row, until } }),
    failed: INBOX_MESSAGES.snoozeFailed,
    onSuccess: () => {
      onClose()
      onSnoozed(row)
    },
  })
  return (
    <Modal title="Snooze" onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <Subject
        name={row.title}
        more="Others still see it. It comes back earlier if there is something new."
      />
      <Flex vertical gap="small">
        {choices.map(({ label, until }) => (
          <Button
            key={label}
            data-writes
            loading={snooze.isPending && snooze.subject === until}
            disabled={snooze.isPending}
            onClick={() => snooze.mutate(until)}
          >
            {label}
          </Button>
        ))}
      </Flex>
    </Modal>
  )
}
