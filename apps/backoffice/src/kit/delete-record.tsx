import { type BaseRecord, useDelete, useNavigation } from '@refinedev/core'
import type { RequestError } from '@rookies/data/refine/request-error'
import { failureToast } from '@rookies/data/toasts'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { Question, type QuestionProps } from './question'
import { type RecordKind, titled } from './record-kind'

interface DeleteRecordProps<T extends { id: string }, Impact>
  extends Pick<QuestionProps<Impact>, 'query' | 'sentences' | 'onClose'> {
  kind: RecordKind<T>
  record: T
  /** Shown beside the record's name, such as its slug. */
  beside?: ReactNode
}

/** Asks before a record is permanently deleted, and shows what is deleted with it if `query` counts that. */
export function DeleteRecord<T extends { id: string }, Impact = never>({
  kind,
  record,
  beside,
  ...question
}: DeleteRecordProps<T, Impact>) {
  const { resource, texts, nameOf } = kind
  const navigate = useNavigate()
  const { listUrl } = useNavigation()
  const { mutate, mutation: remove } = useDelete<BaseRecord, RequestError>()
  /** Returns the toast of a failed deletion, which has the database's reason if there is one. */
  const refusal = (error: RequestError) => failureToast(texts.deleteFailed, error)
  const confirm = () =>
    mutate(
      {
        resource,
        id: record.id,
        successNotification: toast(texts.deleted, 'success'),
        errorNotification: (error) => toast(refusal(error as RequestError), 'error'),
      },
      { onSuccess: () => void navigate(listUrl(resource), { replace: true }) },
    )
  return (
    <Question
      {...question}
      title={`Delete this ${texts.one}?`}
      confirm={`Delete ${titled(texts.one)}`}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
    >
      <p>
        <strong>{nameOf(record)}</strong> {beside} will be permanently deleted.
      </p>
      {remove.error && <Alert type="error" message={refusal(remove.error).text} />}
    </Question>
  )
}
