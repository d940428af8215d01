import { Button, Flex, Typography } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Modal, type ModalProps } from '../ui/modal'
import { Waiting } from '../ui/waiting'
import { LINE } from './form-fields'

/** The query that reads the impact of an act, such as the number of people who lose access. */
interface ImpactQuery<T> {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

export interface QuestionProps<T> extends Pick<ModalProps, 'title' | 'size' | 'onClose'> {
  /** Shown first: what or whom the act is about. */
  subject?: ReactNode
  /** Sentences that do not depend on the impact. */
  children?: ReactNode
  /** The query of the impact; left out if there is none to read. */
  query?: ImpactQuery<T>
  sentences?: (answer: T) => readonly string[]
  /** Shown below the impact. */
  below?: ReactNode
  confirm: string
  /** The label of the button that does not confirm. */
  cancel?: string
  /** Called by the button that does not confirm; closes the dialog by default. */
  onCancel?: () => void
  /** Further buttons, before the one that confirms. */
  others?: ReactNode
  /** A sentence above the buttons, which screen readers announce when it appears. */
  reminder?: string | false
  danger?: boolean
  busy?: boolean
  /** Disables the button that confirms. */
  blocked?: boolean
  /** The id of a form among the children, which the button submits instead of calling `onConfirm`. */
  form?: string
  onConfirm?: () => void
}

/**
 * Asks for confirmation of an act that other people notice or that cannot be undone, and shows its impact
 * (rules/members#touched). The button of a dangerous act is disabled for a moment while the impact is read; an impact
 * that cannot be read does not prevent the act. The children can have fields, for a choice or a text.
 */
export function Question<T>(props: QuestionProps<T>) {
  const { title, size, subject, children, query, sentences, below, others, reminder } = props
  const { confirm, cancel = 'Cancel', danger = false, busy = false, blocked = false } = props
  const { form, onConfirm, onClose, onCancel = onClose } = props
  const waits = useBriefWait(danger && query?.isPending === true)
  return (
    <Modal
      size={size}
      title={title}
      onClose={onClose}
      actions={
        <>
          {reminder !== undefined && (
            <p role="status" style={reminder ? LINE : undefined}>
              {reminder}
            </p>
          )}
          <Button disabled={busy} onClick={onCancel}>
            {cancel}
          </Button>
          {others}
          {/* The key mounts a new button for each question, without the loading sign of the previous question. */}
          <Button
            key={title}
            type="primary"
            danger={danger}
            loading={busy}
            disabled={blocked || waits}
            data-writes
            {...(form !== undefined && { htmlType: 'submit', form })}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {subject}
      {children}
      {query && sentences && <Impact query={query} sentences={sentences} />}
      {below}
    </Modal>
  )
}

interface ImpactProps<T> {
  query: ImpactQuery<T>
  sentences: (answer: T) => readonly string[]
}

/** The sentences of the impact, one a line. */
function Impact<T>({ query, sentences }: ImpactProps<T>) {
  return (
    <div aria-live="polite" aria-busy={query.isPending} style={BELOW}>
      {query.isPending && <Waiting rows={2} text="Counting..." />}
      {query.isError && (
        <Flex wrap align="center" gap="small">
          We couldn't count who this affects. You can still continue.
          <Button size="small" loading={query.isFetching} onClick={() => query.refetch()}>
            Try Again
          </Button>
        </Flex>
      )}
      {query.data !== undefined && !query.isError && (
        <Flex component="ul" vertical gap="small" style={LIST}>
          {sentences(query.data).map((sentence) => (
            <li key={sentence}>
              <Typography.Text type="secondary">{sentence}</Typography.Text>
            </li>
          ))}
        </Flex>
      )}
    </div>
  )
}

const BELOW = { minHeight: '4.5rem', paddingTop: 'var(--space-2)' } as const
const LIST = { overflowWrap: 'anywhere' } as const

/** Milliseconds for which the button of a dangerous act waits for the impact. */
const WAIT_MS = 1500

/** Whether the button still waits for a pending query; false after `WAIT_MS`, so that a slow query never blocks the act. */
function useBriefWait(pending: boolean): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (!pending) return
    setWaited(false)
    const timer = setTimeout(() => setWaited(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [pending])
  return pending && !waited
}
