import { Button, Col, Row } from 'antd'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { LeaveGuard } from '../ui/leave-guard'
import { Modal, type ModalProps } from '../ui/modal'
import { StatusLine } from '../ui/status-line'
import {
  FormFailure,
  type FormFailureProps,
  FormFields,
  type FormFieldsProps,
  LINE,
  UNSAVED,
  useChanged,
  useLeaveQuestion,
} from './form-fields'

interface FormDialogProps<Values extends object>
  extends Pick<ModalProps, 'title' | 'size' | 'onClose'>,
    Omit<FormFieldsProps<Values>, 'id' | 'className' | 'style' | 'aria-label' | 'noValidate'> {
  open?: boolean
  /** The label of the save button. During a save, `submitting` replaces it. */
  submit: string
  submitting?: string
  danger?: boolean
  /** Replaces the fields, for example until the record has loaded. */
  waiting?: ReactNode
  /** Disables saving. */
  blocked?: boolean
  /** Disables saving until a field was changed. */
  needsChange?: boolean
  /** Whether the form has unsaved changes; by default, whether a field differs from `initial`. */
  dirty?: boolean
  /** The question about unsaved changes: its sentence, and the label of the button that discards them. */
  unsaved?: typeof UNSAVED
  /** Keeps unsaved changes for the next time the dialog opens, so that closing does not ask. */
  keepsInput?: boolean
  onDiscard?: () => void
  /** The content that the dialog shall show instead. When it changes, the dialog asks about unsaved changes. */
  replacement?: unknown
  /** Whether the address opens the dialog, so that the Back button of the browser closes it. */
  byAddress?: boolean
  /** The noun of the record within a sentence, such as `coupon`. */
  one?: string
  explain?: FormFailureProps<Values>['explain']
  /** Shown above the fields, for example whom the form is about. */
  above?: ReactNode
  /** Shown below the fields: what a save will do. Screen readers announce a change of it. */
  note?: ReactNode
  /** Shown below everything else. */
  below?: ReactNode
  /** Shown beside the fields, or below them on a narrow screen. */
  beside?: ReactNode
}

/**
 * A form in a dialog. If it is closed with unsaved changes, it asks first, and its Cancel button becomes the button
 * that discards them. The dialog stays open during a save. After a failed save it shows the error, and the fields keep
 * what was typed.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { open = true, title, size = 'form', onClose, onDiscard = onClose } = props
  const {
    submit,
    submitting = submit,
    danger = false,
    blocked = false,
    needsChange = false,
  } = props
  const { unsaved = UNSAVED, keepsInput = false, byAddress = false, one, explain } = props
  const { above, note, below, beside } = props
  const { saved, initial, wide, requiredMark, validateTrigger, locked } = props
  const id = useId()
  const { changed, values } = useChanged(saved, initial)
  const { dirty = changed } = props
  const { leaving, ask } = useLeaveQuestion(dirty, values)
  const asks = dirty && !keepsInput
  const { saving, discard } = saved
  const [handled, setHandled] = useState(props.replacement)
  if (handled !== props.replacement) {
    setHandled(props.replacement)
    if (props.replacement && asks) ask()
  }

  const close = useCallback(() => {
    if (saving) return
    if (asks) {
      ask()
      return
    }
    if (!keepsInput) discard()
    onClose()
  }, [saving, asks, ask, keepsInput, discard, onClose])

  const giveUp = () => {
    discard()
    onDiscard()
  }

  const shown = props.waiting || (
    <FormFields
      {...{ saved, id, initial, wide, requiredMark, validateTrigger, locked }}
      onValuesChange={props.onValuesChange}
      onSubmit={props.onSubmit}
      onInvalid={props.onInvalid}
    >
      {props.children}
    </FormFields>
  )
  return (
    <>
      <Modal
        open={open}
        size={size}
        title={title}
        onClose={close}
        actions={
          <>
            {/* The question is beside the buttons, because the end of a long form may be out of sight. */}
            <p role="status" style={leaving ? LINE : undefined}>
              {leaving && unsaved.sentence}
            </p>
            <Button disabled={saving} onClick={leaving ? giveUp : close}>
              {leaving ? unsaved.discard : 'Cancel'}
            </Button>
            <Button
              type="primary"
              danger={danger}
              htmlType="submit"
              form={id}
              disabled={blocked || (needsChange && !dirty)}
              loading={saving}
            >
              {saving ? submitting : submit}
            </Button>
          </>
        }
      >
        {above}
        {beside ? (
          <Row gutter={[32, 24]}>
            <Col xs={24} lg={15}>
              {shown}
            </Col>
            <Col xs={24} lg={9}>
              {beside}
            </Col>
          </Row>
        ) : (
          shown
        )}
        <FormFailure saved={saved} one={one} explain={explain} />
        <StatusLine>{note}</StatusLine>
        {below}
      </Modal>
      {/* A closed dialog with `keepsInput` guards its unsaved changes too. */}
      <LeaveGuard when={dirty && !saved.saved} back={open && byAddress} onLeave={discard} />
    </>
  )
}
