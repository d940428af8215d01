import { Button, Flex, Typography } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Modal, type ModalProps } from '../ui/modal'
import { Waiting } from '../ui/waiting'
import { LINE } from './form-fields'

/** The query for an act's impact. */
interface ImpactQuery<T> {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

export interface QuestionProps<T> extends Pick<ModalProps, 'title' | 'size' | 'onClose'> {
  /** The subject of the act. */
  subject?: ReactNode
  /** What is true regardless of the impact. */
  children?: ReactNode
  /** The impact; left out where it is known without a query. */
  query?: ImpactQuery<T>
  sentences?: (answer: T) => readonly string[]
  /** What stands below the impact. */
  below?: ReactNode
  confirm: string
  /** The label of the button that leaves everything as it is. */
  cancel?: string
  /** Called by that button; closes the dialog by default. */
  onCancel?: () => void
  /** Further buttons, before the one that confirms. */
  others?: ReactNode
  /** A sentence above the buttons, announced as it appears. */
  reminder?: string | false
  danger?: boolean
  busy?: boolean
  /** Disables the button that confirms. */
  blocked?: boolean
  /** The id of a form among its children, which the button submits in place of `onConfirm`. */
  form?: string
  onConfirm?: () => void
}

/**
 * Asks for confirmation of an act that other people notice or that cannot be undone, and shows its impact
 * (rules/members#touched). The button of a dangerous act waits for the impact for a moment. An impact that cannot
 * be read does not prevent the act. A question can also ask for a choice or a text, in fields among its children.
 */
export function Question<T>(props: QuestionProps<T>) {
  const { title, size, subject, children, query, sentences, below, others, reminder } = props
  const { confirm, cancel = 'Cancel', danger = false, busy = false, blocked = false } = props
  const { form, onConfirm, onClose, onCancel = onClose } = props
  const waits = useBriefly(danger && query?.isPending === true)
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
          {/* The key gives each question its own button, without the loading sign of the previous one. */}
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

/** The impact, one sentence a line. */
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

/** Milliseconds that a dangerous act waits for its impact. */
const MOMENT = 1500

/** Whether to wait for a pending answer; false after a moment, so that an explanation never blocks an act. */
function useBriefly(pending: boolean): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (!pending) return
    setWaited(false)
    const timer = setTimeout(() => setWaited(true), MOMENT)
    return () => clearTimeout(timer)
  }, [pending])
  return pending && !waited
}
