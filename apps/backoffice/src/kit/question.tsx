import { Button, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Modal, type ModalProps } from '../ui/modal'
import { useBriefly } from '../ui/use-briefly'
import { Waiting } from '../ui/waiting'

/** What is being found out about an act before it is done. */
interface Foretelling<T> {
  data: T | undefined
  isPending: boolean
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface QuestionProps<T> extends Pick<ModalProps, 'title' | 'size' | 'onClose'> {
  /** Whom or what it is about. */
  subject?: ReactNode
  /** What holds in any case. */
  children?: ReactNode
  /** Under whom it touches. */
  below?: ReactNode
  /** Whom it touches; left out where that is known without asking. */
  query?: Foretelling<T>
  sentences?: (answer: T) => readonly string[]
  confirm: string
  /** What the button says that leaves everything as it is. */
  stay?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
}

/**
 * Asks before an act that other people notice, or that nothing brings back, and says whom it touches
 * (rules/members#touched). What takes something away waits for that for a moment; what could not be found out does not
 * stand in its way.
 */
export function Question<T>(props: QuestionProps<T>) {
  const { title, size, subject, children, query, sentences, below } = props
  const { confirm, stay = 'Cancel', danger = false, busy = false, onConfirm, onClose } = props
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
            {stay}
          </Button>
          {/* Another question has a button of its own, without the last one's busy sign. */}
          <Button
            key={title}
            type="primary"
            danger={danger}
            loading={busy}
            disabled={waits}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {subject}
      {children}
      {query && sentences && <Touched query={query} sentences={sentences} />}
      {below}
    </Modal>
  )
}

interface TouchedProps<T> {
  query: Foretelling<T>
  sentences: (answer: T) => readonly string[]
}

/** Whom it touches, a sentence a line. */
function Touched<T>({ query, sentences }: TouchedProps<T>) {
  return (
    <div aria-live="polite" aria-busy={query.isPending} style={BELOW}>
      {query.isPending && <Waiting rows={2} text="Counting..." />}
      {query.isError && (
        <Flex wrap align="center" gap="small">
          We could not find out whom this touches. You can go on all the same.
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
