import { useNavigation } from '@refinedev/core'
import { Button, Card, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { LeaveGuard } from '../ui/leave-guard'
import { LinkButton } from '../ui/link-button'
import { FormFailure, FormFields, useChanged } from './form-fields'
import styles from './record-form.module.css'
import { type PlainRecord, type RecordKind, titled } from './record-kind'
import { useRecordForm } from './saved-form'

/** The form's values, which are also the request's body. */
type Values = Record<string, unknown>

interface RecordFormProps<T extends PlainRecord> {
  kind: RecordKind<T>
  /** The record to edit; left out for a new one. */
  record?: T
  initial: Values
  children: ReactNode
}

/**
 * The form of a new record, or of one that was just read, on its own page. A save does not overwrite what another
 * person saved in between, and typed values stay until they are saved or discarded.
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
  const saved = useRecordForm<Values>({
    resource,
    record,
    sent,
    done: record ? texts.saved : texts.created,
    failed: record ? texts.saveFailed : texts.createFailed,
    leave: ({ id }) => void navigate(showUrl(resource, String(id)), { replace: true }),
  })
  const { changed } = useChanged(saved, initial)
  return (
    <>
      <Card className={styles.form ?? ''}>
        <FormFields
          saved={saved}
          id={resource}
          initial={initial}
          wide
          requiredMark="optional"
          validateTrigger="onChange"
        >
          {children}
          <FormFailure saved={saved} one={texts.one} />
          <Flex wrap justify="flex-end" gap="small">
            <LinkButton to={record ? showUrl(resource, record.id) : listUrl(resource)}>
              Cancel
            </LinkButton>
            <Button type="primary" htmlType="submit" loading={saved.saving}>
              {record ? `Save ${titled(texts.one)}` : `Create ${titled(texts.one)}`}
            </Button>
          </Flex>
        </FormFields>
      </Card>
      <LeaveGuard when={changed && !saved.saved} onLeave={saved.discard} />
    </>
  )
}

/** Trims texts; an empty text becomes null. */
function sent(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const plain = typeof value === 'string' ? value.trim() : value
      return [name, plain === '' || plain === undefined ? null : plain]
    }),
  )
}
