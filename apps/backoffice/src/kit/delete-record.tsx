import { useDelete, useNavigation } from '@refinedev/core'
import { useNavigate } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { Question } from './question'
import { type PlainRecord, type RecordKind, titled } from './record-kind'

interface DeleteRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  record: T
  onClose: () => void
}

/** Asks before a record is deleted for good. */
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
    <Question
      title={`Delete this ${texts.one}?`}
      confirm={`Delete ${titled(texts.one)}`}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{nameOf(record)}</strong> will be permanently deleted.
      </p>
      {remove.isError && <p role="alert">{texts.deleteFailed.text}</p>}
    </Question>
  )
}
