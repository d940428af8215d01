import { Button, Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { LeaveGuard } from '../ui/leave-guard'
import {
  FormFailure,
  FormFields,
  type FormFieldsProps,
  LINE,
  UNSAVED,
  useChanged,
  useLeaveQuestion,
} from './form-fields'

interface InPlaceFormProps<Values extends object>
  extends Pick<FormFieldsProps<Values>, 'saved' | 'style' | 'onSubmit'> {
  initial: Values
  /** Returns whether the typed values equal the stored ones; submitting then closes the field without a save. */
  same?: (typed: Values) => boolean
  /** The label of the save button. */
  submit?: string
  /** The noun of the record, for the error of a failed save; null if the field itself shows the error. */
  one?: string | null
  onClose: () => void
  /** The field, a `Form.Item`. */
  children: ReactNode
}

/**
 * A form with one field in place of the text that it edits. Enter or the first button saves, Escape or Cancel closes
 * it. Closing with unsaved changes asks first, and the Cancel button then discards them (rules/interface#nothing-lost).
 */
export function InPlaceForm<Values extends object>(props: InPlaceFormProps<Values>) {
  const { saved, initial, same, submit = 'Save', one = 'record', onClose, onSubmit } = props
  const { style, children } = props
  const id = useId()
  const { changed, values } = useChanged(saved, initial)
  const { leaving, ask } = useLeaveQuestion(changed, values)
  const leave = () => {
    saved.discard()
    onClose()
  }
  const close = () => {
    if (saved.saving) return
    if (changed && !leaving) {
      ask()
      return
    }
    leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    // Escape does not discard unsaved changes; only the button does.
    if (!leaving) close()
  }
  return (
    <FormFields
      saved={saved}
      id={id}
      initial={initial}
      wide
      {...(style && { style })}
      onSubmit={(typed) => {
        if (same?.(typed)) leave()
        else (onSubmit ?? saved.save)(typed)
      }}
    >
      <Flex wrap gap="small" onKeyDown={onKeyDown}>
        {children}
        <Flex gap="small">
          <Button type="primary" htmlType="submit" loading={saved.saving}>
            {submit}
          </Button>
          <Button disabled={saved.saving} onClick={close}>
            {leaving ? UNSAVED.discard : 'Cancel'}
          </Button>
        </Flex>
        <p role="status" style={leaving ? LINE : undefined}>
          {leaving && UNSAVED.sentence}
        </p>
        {one !== null && <FormFailure saved={saved} one={one} />}
      </Flex>
      <LeaveGuard when={changed && !saved.saved} onLeave={saved.discard} />
    </FormFields>
  )
}
