import { settingName } from '@rookies/data/settings/settings-form'
import type { Consequence } from '@rookies/data/settings/settings-preview'
import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { Modal } from '../../ui/modal'
import styles from './settings.module.css'

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
      <dl className={styles.consequences}>
        {consequences.map(({ field, sentence, toMe }) => (
          <div key={field}>
            <dt>{settingName(field)}</dt>
            <dd>{sentence}</dd>
            {toMe && (
              <dd className={styles.toMe}>
                <TriangleAlert aria-hidden="true" />
                {toMe}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Modal>
  )
}
