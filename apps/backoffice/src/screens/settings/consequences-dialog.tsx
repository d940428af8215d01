import { settingName } from '@rookies/data/settings/settings-form'
import type { Consequence } from '@rookies/data/settings/settings-preview'
import { Alert, Button, Descriptions, Flex } from 'antd'
import { Modal } from '../../ui/modal'

interface ConsequencesDialogProps {
  open: boolean
  consequences: readonly Consequence[]
  onConfirm: () => void
  onClose: () => void
}

/** Asks before people are shut out: whom, and whether it affects the person who saves. */
export function ConsequencesDialog(props: ConsequencesDialogProps) {
  const { open, consequences, onConfirm, onClose } = props
  return (
    <Modal
      open={open}
      size="form"
      title="Save these settings?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" danger onClick={onConfirm}>
            Save and Apply
          </Button>
        </>
      }
    >
      <Descriptions
        layout="vertical"
        column={1}
        colon={false}
        items={consequences.map(({ field, sentence, toMe }) => ({
          key: field,
          label: settingName(field),
          children: (
            <Flex vertical gap="small">
              <p>{sentence}</p>
              {toMe && <Alert role="note" type="warning" message={toMe} />}
            </Flex>
          ),
        }))}
      />
    </Modal>
  )
}
