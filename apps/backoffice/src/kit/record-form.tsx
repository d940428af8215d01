import { useForm } from '@refinedev/antd'
import { type BaseRecord, type HttpError, useNavigation } from '@refinedev/core'
import { hasCode, NOT_FOUND, STALE } from '@rookies/data/refine/request-error'
import { NOT_AUTHENTICATED } from '@rookies/data/toasts'
import { Alert, Button, Flex, Form } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { LeaveGuard } from '../ui/leave-guard'
import { LinkButton } from '../ui/link-button'
import { SaveFailed } from '../ui/save-failed'
import styles from './record-form.module.css'
import { type PlainRecord, type RecordKind, titled } from './record-kind'

/** What stands in a form, and what is sent. */
type Values = Record<string, unknown>

interface RecordFormProps<T extends PlainRecord> {
  kind: RecordKind<T>
  /** The one that is edited; none for a new one. */
  record?: T
  initial: Values
  children: ReactNode
}

/**
 * The form of a new record or of one that was read a moment ago. What another person saved in between is
 * not written over, and what was typed stays until it is saved or given up.
 */
export function RecordForm<T extends PlainRecord>({
  kind,
  record,
  initial,
  children,
}: RecordFormProps<T>) {
  const { resource, texts } = kind
  const navigate = useNavigate()
  const { listUrl, showUrl } = useNavigation()
  const [typed, setTyped] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const failed = record ? texts.saveFailed : texts.createFailed
  const { form, formProps, onFinish, mutation } = useForm<BaseRecord, HttpError, Values>({
    resource,
    action: record ? 'edit' : 'create',
    ...(record && { id: record.id }),
    redirect: false,
    mutationMode: 'pessimistic',
    warnWhenUnsavedChanges: false,
    // The screen has read the record; a second reading would put the fields back.
    queryOptions: { enabled: false },
    mutationMeta: { select: 'id', ...(record && { unchangedSince: record.updated_at }) },
    successNotification: toast(record ? texts.saved : texts.created, 'success'),
    errorNotification: (error) => {
      if (isSaidBeside(error)) return false
      return toast(error?.statusCode === 401 ? NOT_AUTHENTICATED : failed, 'error')
    },
    onMutationSuccess: ({ data }) => setSaved(String(data.id)),
  })
  const { error, isPending } = mutation
  // Once nothing is left to be lost, and the guard below knows it.
  const there = saved === null ? null : showUrl(resource, saved)
  useEffect(() => {
    if (there !== null) void navigate(there, { replace: true })
  }, [there, navigate])
  const back = record ? showUrl(resource, record.id) : listUrl(resource)
  return (
    <Form
      {...formProps}
      name={resource}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark="optional"
      scrollToFirstError={{ focus: true, block: 'center' }}
      initialValues={initial}
      onValuesChange={() => setTyped(true)}
      onFinish={(values) => onFinish(sent(values)).catch(() => undefined)}
    >
      {children}
      {error &&
        (isGoneOrChanged(error) ? (
          <Alert
            role="alert"
            type="warning"
            message={`Someone else has saved this ${texts.one}, or it is gone.`}
            description="What you typed is still here. Copy what you need, then open it again to see it as it is now."
          />
        ) : (
          !isSaidBeside(error) && (
            <SaveFailed title={failed.text} busy={isPending} onRetry={() => form.submit()} />
          )
        ))}
      <Flex wrap justify="flex-end" gap="small">
        <LinkButton to={back}>Cancel</LinkButton>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {record ? `Save ${titled(texts.one)}` : `Create ${titled(texts.one)}`}
        </Button>
      </Flex>
      <LeaveGuard when={typed && saved === null} />
    </Form>
  )
}

const isGoneOrChanged = (error: unknown) => hasCode(error, STALE) || hasCode(error, NOT_FOUND)

/** Told beside the form or the field that is to blame, and by no toast. */
const isSaidBeside = (error: HttpError | undefined) =>
  isGoneOrChanged(error) || Boolean(error?.errors)

/** Texts without the spaces around them; an empty one is none. */
function sent(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const plain = typeof value === 'string' ? value.trim() : value
      return [name, plain === '' || plain === undefined ? null : plain]
    }),
  )
}
