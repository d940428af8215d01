import { Button, Flex, Typography } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Modal, type ModalProps } from '../ui/modal'
import { Waiting } from '../ui/waiting'

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
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
}

/**
 * Asks for confirmation of an act that other people notice or that cannot be undone, and shows its impact
 * (rules/members#touched). The button of a dangerous act waits for the impact for a moment. An impact that cannot
 * be read does not prevent the act.
 */
export function Question<T>(props: QuestionProps<T>) {
  const { title, size, subject, children, query, sentences, below } = props
  const { confirm, cancel = 'Cancel', danger = false, busy = false, onConfirm, onClose } = props
  const waits = useBriefly(danger && query?.isPending === true)
  return (
    <Modal
      open
      size={size}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {cancel}
          </Button>
          {/* The key gives each question its own button, without the loading sign of the previous one. */}
          <Button
            key={title}
            type="primary"
            danger={danger}
            loading={busy}
            disabled={waits}
            data-writes
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
