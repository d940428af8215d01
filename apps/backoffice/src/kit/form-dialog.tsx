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
  /** The save button's label, and its label during a save. */
  submit: string
  submitting?: string
  danger?: boolean
  /** Shown in place of the fields until the record has loaded. */
  waiting?: ReactNode
  /** Disables saving. */
  blocked?: boolean
  /** Disables saving until a field was changed. */
  needsChange?: boolean
  /** Whether the form has unsaved changes, where comparing the fields does not tell. */
  dirty?: boolean
  /** The sentence and the discard button's label, shown when the dialog is closed with unsaved changes. */
  unsaved?: typeof UNSAVED
  /** Keeps what was typed for the next time the dialog opens, so closing never asks. */
  keepsInput?: boolean
  onDiscard?: () => void
  /** Another thing that wants to take the dialog's place: the dialog asks as if it were closed. */
  replacement?: unknown
  /** Set when the address opens the dialog, so that Back closes it. */
  byAddress?: boolean
  /** The record's noun: `coupon`. */
  one?: string
  explain?: FormFailureProps<Values>['explain']
  /** Above the fields: the subject of the form. */
  above?: ReactNode
  /** Below the fields: consequences of a save, announced as they change. */
  note?: ReactNode
  /** Below everything else. */
  below?: ReactNode
  /** Beside the fields, where there is room. */
  beside?: ReactNode
}

/**
 * A form in a dialog. Closing it with unsaved changes asks first; its Cancel button then discards. The dialog stays
 * open during a save, so that the answer is seen, and after a failed save it shows the error and everything that
 * was typed.
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
            {/* Above the buttons, because the end of a long form may be out of sight. */}
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
      {/* Also while the dialog is closed and keeps what was typed. */}
      <LeaveGuard when={dirty && !saved.saved} back={open && byAddress} onLeave={discard} />
    </>
  )
}
