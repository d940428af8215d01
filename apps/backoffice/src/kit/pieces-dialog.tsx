import { Button, Form, type FormInstance, Progress } from 'antd'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { KeptInput } from '../ui/kept-input'
import { LeaveGuard } from '../ui/leave-guard'
import { Modal, type ModalProps } from '../ui/modal'
import { StatusLine } from '../ui/status-line'
import { useKeptInput, useLeaveQuestion } from './form-fields'
import styles from './form-fields.module.css'
import { useFormDraft } from './saved-form'
import type { InPieces } from './use-in-pieces'

interface PiecesDialogProps extends Pick<ModalProps, 'title' | 'size' | 'onClose'> {
  pieces: { progress: InPieces<object> | null; stop: () => void }
  /** The label of the start button, and its label during the work. */
  begin: string
  working: string
  danger?: boolean
  /** Disables starting and continuing. */
  blocked: boolean
  /** Whether a check before the start is pending. */
  busy?: boolean
  /** The label of the button that closes the dialog before the work starts. */
  cancel?: string
  /** The question before a dialog with input is closed: the button's label, and what would be lost. */
  unused?: { discard: string; sentence: string } | null
  /** The progress in percent; then the bar's accessible name, and the progress as a sentence. */
  percent: number
  progressLabel: string
  status: string
  /** The label of the button that tries failed parts again after the work is done. */
  retry?: string | false | null
  /** Buttons that return to an earlier step, before the work starts. */
  back?: ReactNode
  /** The input of the work; when it changes, the question about closing disappears. */
  input?: Pick<PiecesInput<object>, 'values' | 'kept'>
  /** Whether the fields have unsaved changes. */
  dirty?: boolean
  /** Whether the address opens the dialog, so that the Back button of the browser closes it. */
  byAddress?: boolean
  /** Shown above the progress; `below` is shown below it. */
  children?: ReactNode
  below?: ReactNode
  onBegin: () => void
  /** Called when the person closes the dialog after the work is done. */
  onDone: () => void
}

/** A dialog for the work of `useInPieces`: the input, the progress with Stop and Continue, and the result. */
export function PiecesDialog(props: PiecesDialogProps) {
  const { pieces, title, size = 'form', onClose, onBegin, onDone } = props
  const { cancel = 'Cancel', unused = null, retry, back } = props
  const { progress, stop } = pieces
  const working = progress?.state === 'working'
  const unstarted = unused !== null && progress === null
  const { leaving, ask, withdraw } = useLeaveQuestion(unstarted, props.input?.values)
  const question = leaving ? unused : null
  const discard = props.input?.kept.discard
  const finish = () => {
    discard?.()
    onDone()
  }
  const close = () => {
    if (working) stop()
    else if (progress?.state === 'done') finish()
    else if (unstarted && !leaving) ask()
    else {
      discard?.()
      onClose()
    }
  }
  const begin = () => {
    withdraw()
    onBegin()
  }
  /** Escape does not discard the input; only the button does. */
  const dismiss = () => {
    if (!leaving) close()
  }
  return (
    <Modal
      size={size}
      title={title}
      onClose={dismiss}
      actions={
        progress?.state === 'done' ? (
          <>
            {retry && <Button onClick={begin}>{retry}</Button>}
            <Button type="primary" onClick={finish}>
              Close
            </Button>
          </>
        ) : (
          <>
            {progress === null && !leaving && back}
            <Button onClick={close}>
              {working ? 'Stop' : question ? question.discard : progress ? 'Close' : cancel}
            </Button>
            <Button
              type="primary"
              danger={props.danger ?? false}
              loading={props.busy ?? false}
              disabled={props.blocked || working || props.input?.kept.offer != null}
              data-writes
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
        <Progress
          aria-label={props.progressLabel}
          percent={Math.min(100, Math.floor(props.percent))}
          status={progress.state === 'failed' ? 'exception' : 'normal'}
        />
      )}
      <StatusLine failed={progress?.state === 'failed'}>
        {question ? question.sentence : props.status}
      </StatusLine>
      {props.below}
      <LeaveGuard
        back={props.byAddress ?? false}
        when={working || (props.dirty ?? false)}
        onLeave={() => discard?.()}
      />
    </Modal>
  )
}

/** The input of work in pieces. */
export interface PiecesInput<Values extends object> {
  form: FormInstance<Values>
  initial: Values
  /** The current values of the fields. */
  values: Values
  /** The draft of the input in this tab, and the offer to restore an earlier draft. */
  kept: ReturnType<typeof useKeptInput>
}

/**
 * Keeps the input while its fields are not shown, for example during the work or while the person signs in again.
 * `draftOf` names the dialog.
 */
export function usePiecesInput<Values extends object>(
  draftOf: string,
  first: Values | (() => Values),
): PiecesInput<Values> {
  const [form] = Form.useForm<Values>()
  const [initial] = useState(first)
  const held: Partial<Values> | undefined = Form.useWatch([], { form, preserve: true })
  const values = useMemo(() => ({ ...initial, ...held }), [initial, held])
  const { forget, ...stored } = useFormDraft(draftOf)
  // A restored draft begins a new operation, because each piece can be sent twice without harm.
  const draft = { ...stored, adopt: () => {} }
  const kept = useKeptInput({ form, draft, discard: forget, saving: false, saved: false }, initial)
  return { form, initial, values, kept }
}

interface PiecesFieldsProps<Values extends object> {
  input: PiecesInput<Values>
  onValuesChange?: (changed: Partial<Values>) => void
  children: ReactNode
}

/**
 * The fields of a `PiecesDialog`, each a `Form.Item`. There is no form element around them, because Enter in a field
 * must not start the work.
 */
export function PiecesFields<Values extends object>({
  input: { form, initial, kept },
  onValuesChange,
  children,
}: PiecesFieldsProps<Values>) {
  const id = useId()
  return (
    <Form<Values>
      form={form}
      name={id}
      component={false}
      layout="vertical"
      initialValues={initial}
      {...(onValuesChange && { onValuesChange })}
    >
      {kept.offer && (
        <KeptInput
          keptAt={kept.offer.keptAt}
          older={false}
          onRestore={kept.restore}
          onDiscard={kept.discard}
        />
      )}
      <fieldset className={styles.locked} disabled={kept.offer !== null}>
        {children}
      </fieldset>
    </Form>
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
      return 'Continue'
  }
}
