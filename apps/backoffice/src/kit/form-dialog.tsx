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
  useChanged,
} from './form-fields'

/** What is said, and what the button says, when a dialog is closed with something unsaved in it. */
interface Unsaved {
  discard: string
  sentence: string
}

const CHANGES: Unsaved = {
  discard: 'Discard Changes',
  sentence: 'You have unsaved changes. Save them, or discard them.',
}

interface FormDialogProps<Values extends object>
  extends Pick<ModalProps, 'title' | 'size' | 'onClose'>,
    Omit<FormFieldsProps<Values>, 'id' | 'className'> {
  open?: boolean
  /** What the button says that saves, and while it saves. */
  submit: string
  busy?: string
  danger?: boolean
  /** Stands for the fields until what is edited is there. */
  waiting?: ReactNode
  /** It cannot be saved yet. */
  blocked?: boolean
  /** Only what was changed can be saved. */
  edits?: boolean
  /** Whether something unsaved stands in it, where that is not known by comparing the fields. */
  dirty?: boolean
  unsaved?: Unsaved
  /** Closed, it keeps what was typed for when it is opened again; nothing is asked. */
  keeps?: boolean
  onDiscard?: () => void
  /** Something else is to take its place: it asks as if it were closed. */
  wanted?: unknown
  /** Open by the address: Back would close it. */
  back?: boolean
  /** What a record of it is called: `coupon`. */
  one?: string
  explain?: FormFailureProps<Values>['explain']
  /** Above the fields: whom or what it is about. */
  above?: ReactNode
  /** Below the fields: what follows from a save, told as it changes. */
  note?: ReactNode
  /** Below all of it. */
  below?: ReactNode
  /** Beside the fields, where there is room for it. */
  beside?: ReactNode
}

/**
 * A form in a dialog. Closed with something unsaved in it, it asks: its Cancel button discards then. It stays while it
 * is being saved, so that the answer is seen, and a save that failed is said in it, with all that was typed.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { open = true, title, size = 'form', onClose, onDiscard = onClose } = props
  const { submit, busy = submit, danger = false, blocked = false, edits = false } = props
  const { unsaved = CHANGES, keeps = false, back = false, one, explain } = props
  const { above, note, below, beside } = props
  const { saved, initial, wide, requiredMark, validateTrigger, locked } = props
  const id = useId()
  const { changed, values } = useChanged(saved, initial)
  const { dirty = changed } = props
  /** What stood in the form when it was to be closed: with another change it goes on. */
  const [left, setLeft] = useState<unknown>(null)
  const leaving = dirty && left !== null && left === values
  const asks = dirty && !keeps
  const { saving } = saved
  const [heard, setHeard] = useState(props.wanted)
  if (heard !== props.wanted) {
    setHeard(props.wanted)
    if (props.wanted && asks) setLeft(values)
  }

  const close = useCallback(() => {
    if (saving) return
    if (asks) setLeft(values)
    else onClose()
  }, [saving, asks, values, onClose])

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
            <Button disabled={saving} onClick={leaving ? onDiscard : close}>
              {leaving ? unsaved.discard : 'Cancel'}
            </Button>
            <Button
              type="primary"
              danger={danger}
              htmlType="submit"
              form={id}
              disabled={blocked || (edits && !dirty)}
              loading={saving}
            >
              {saving ? busy : submit}
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
        <StatusLine>{leaving ? unsaved.sentence : note}</StatusLine>
        {below}
      </Modal>
      <LeaveGuard when={open && dirty && !saved.saved} back={back} />
    </>
  )
}
