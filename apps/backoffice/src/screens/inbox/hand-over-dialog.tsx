import { type InboxRow, keyOf, NOTE_LENGTH } from '@rookies/data/inbox/inbox'
import { INBOX_MESSAGES } from '@rookies/data/inbox/inbox-messages'
import { Form, Input } from 'antd'
import { useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { needed } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { Optional } from '../../ui/optional'
import { ReadFailed } from '../../ui/read-failed'
import { SelectField } from '../../ui/select-field'
import { Subject } from '../../ui/subject'
import { Waiting } from '../../ui/waiting'

interface HandOverRowProps {
  row: InboxRow
  onHandedOver: (row: InboxRow) => void
  onClose: () => void
}

interface Values {
  toId: string
  note: string
}

const EMPTY: Values = { toId: '', note: '' }

/** Hands a row over, with a note, to a colleague who has the right to handle it (rules/inbox#hand-over). */
export function HandOverRow({ row, onHandedOver, onClose }: HandOverRowProps) {
  const { kind, subject_id, version } = row
  const colleagues = useRead('inbox/colleagues', {
    input: { kind, subject_id, version },
    staleTime: 0,
  })
  const saved = useActForm({
    draftOf: `inbox/hand_over:${keyOf(row)}`,
    act: ({ toId, note }: Values) => ({
      name: 'inbox/hand_over',
      input: { row, toId, note, heldBy: row.holder?.id ?? null },
    }),
    done: INBOX_MESSAGES.handedOver,
    failed: INBOX_MESSAGES.handOverFailed,
    onSaved: () => onHandedOver(row),
    leave: onClose,
  })
  const nobody = colleagues.data?.length === 0
  return (
    <FormDialog
      title="Hand Over"
      size="form"
      saved={saved}
      initial={EMPTY}
      submit="Hand Over"
      submitting="Handing over..."
      blocked={!colleagues.data || nobody}
      waiting={waitingFor(colleagues)}
      above={
        <Subject name={row.title} more="The bell tells your colleague. For you, it is done." />
      }
      onClose={onClose}
    >
      {nobody ? (
        <p>Nobody else may do this.</p>
      ) : (
        <>
          <Form.Item
            name="toId"
            label="Colleague"
            rules={[needed('Colleague', 'Please choose a colleague')]}
          >
            <SelectField
              label="Colleague"
              options={(colleagues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Form.Item name="note" label={<Optional>Note</Optional>}>
            <Input.TextArea
              autoSize={{ minRows: 2, maxRows: 6 }}
              count={{ show: true, max: NOTE_LENGTH }}
              maxLength={NOTE_LENGTH}
              placeholder="You know this person better than I do."
            />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}

function waitingFor(colleagues: ReturnType<typeof useRead<'inbox/colleagues'>>) {
  if (colleagues.isPending) return <Waiting rows={3} />
  if (!colleagues.isError || colleagues.data) return null
  return <ReadFailed title={INBOX_MESSAGES.colleaguesFailed.text} read={colleagues} />
}
