import { Button, Progress } from 'antd'
import { type ReactNode, useState } from 'react'
import { LeaveGuard } from '../ui/leave-guard'
import { Modal, type ModalProps } from '../ui/modal'
import { StatusLine } from '../ui/status-line'
import type { InPieces } from './use-in-pieces'

interface PiecesDialogProps extends Pick<ModalProps, 'title' | 'size' | 'onClose'> {
  pieces: { progress: InPieces<object> | null; stop: () => void }
  /** What the button says that begins, and while it works. */
  begin: string
  working: string
  danger?: boolean
  /** Nothing can be begun, or gone on with. */
  blocked: boolean
  /** It is being found out whether it can begin. */
  busy?: boolean
  /** What the button says that leaves it undone, before it begins and once it was stopped. */
  stay?: string
  stopped?: string
  /** Asked before it is closed unused: what the button says then, and what would be lost. */
  unused?: { discard: string; sentence: string } | null
  /** How far it is, in percent and in words. */
  percent: number
  measure: string
  said: string
  /** Something of what was done that can be tried once more. */
  retry?: string | false | null
  /** Ways back, before it begins. */
  back?: ReactNode
  /** On a phone, the button that goes on fills a line. */
  stretched?: boolean
  /** What stands in its fields, another at each change: then it is gone on with. */
  input?: unknown
  /** Something unsaved stands in them. */
  typed?: boolean
  /** Open by the address: Back would close it. */
  byAddress?: boolean
  /** Above how far it is, and below it. */
  children?: ReactNode
  below?: ReactNode
  onBegin: () => void
  /** All of it has been done. */
  onDone: () => void
}

/** Work in pieces: what it begins with, how far it is, Stop and Go On, and what came of it. */
export function PiecesDialog(props: PiecesDialogProps) {
  const { pieces, title, size = 'form', onClose, onBegin, onDone } = props
  const { stay = 'Cancel', stopped = stay, unused = null, retry, back } = props
  const { progress, stop } = pieces
  /** What stood in it when it was to be closed. */
  const [asked, setAsked] = useState<{ input: unknown } | null>(null)
  const working = progress?.state === 'working'
  const unstarted = unused !== null && progress === null
  const leaving = unstarted && asked !== null && asked.input === props.input
  const close = () => {
    if (working) stop()
    else if (progress?.state === 'done') onDone()
    else if (unstarted && !leaving) setAsked({ input: props.input })
    else onClose()
  }
  /** Only the button discards. */
  const dismiss = () => {
    if (!leaving) close()
  }
  const begin = () => {
    setAsked(null)
    onBegin()
  }
  return (
    <Modal
      open
      size={size}
      title={title}
      onClose={dismiss}
      actions={
        progress?.state === 'done' ? (
          <>
            {retry && <Button onClick={begin}>{retry}</Button>}
            <Button type="primary" onClick={onDone}>
              Close
            </Button>
          </>
        ) : (
          <>
            {progress === null && !leaving && back}
            <Button onClick={close}>
              {working ? 'Stop' : leaving ? unused.discard : progress ? stopped : stay}
            </Button>
            <Button
              type="primary"
              danger={props.danger ?? false}
              style={props.stretched ? STRETCHED : undefined}
              loading={props.busy ?? false}
              disabled={props.blocked || working}
              onClick={begin}
            >
              {label(progress, props)}
            </Button>
          </>
        )
      }
    >
      {props.children}
      {progress && progress.state !== 'done' && (
        <Progress aria-label={props.measure} percent={Math.min(100, Math.floor(props.percent))} />
      )}
      <StatusLine>{leaving ? unused.sentence : props.said}</StatusLine>
      {props.below}
      <LeaveGuard back={props.byAddress ?? false} when={working || (props.typed ?? false)} />
    </Modal>
  )
}

function label(
  progress: InPieces<object> | null,
  { begin, working }: Pick<PiecesDialogProps, 'begin' | 'working'>,
): string {
  switch (progress?.state) {
    case undefined:
      return begin
    case 'working':
      return working
    case 'failed':
      return 'Try Again'
    default:
      return 'Go On'
  }
}

const STRETCHED = { flex: '1 0 auto' } as const
