import { useDelete, useNavigation } from '@refinedev/core'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { Modal } from '../ui/modal'
import { type PlainRecord, type RecordKind, titled } from './record-kind'

interface DeleteRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  record: T
  onClose: () => void
}

/** Asks before a record goes for good. */
export function DeleteRecord<T extends PlainRecord>({
  kind,
  record,
  onClose,
}: DeleteRecordProps<T>) {
  const { resource, texts, nameOf } = kind
  const navigate = useNavigate()
  const { listUrl } = useNavigation()
  const { mutate, mutation: remove } = useDelete()
  const confirm = () =>
    mutate(
      {
        resource,
        id: record.id,
        successNotification: toast(texts.deleted, 'success'),
        errorNotification: toast(texts.deleteFailed, 'error'),
      },
      { onSuccess: () => void navigate(listUrl(resource), { replace: true }) },
    )
  return (
    <Modal
      open
      title={`Delete this ${texts.one}?`}
      onClose={onClose}
      actions={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="primary" danger loading={remove.isPending} onClick={confirm}>
            {`Delete ${titled(texts.one)}`}
          </Button>
        </>
      }
    >
      <p>
        <strong>{nameOf(record)}</strong> will be gone for good.
      </p>
      {remove.isError && <p role="alert">{texts.deleteFailed.text}</p>}
    </Modal>
  )
}
