import { Button, Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { LeaveGuard } from '../ui/leave-guard'
import {
  FormFailure,
  FormFields,
  type FormFieldsProps,
  UNSAVED,
  useChanged,
  useLeaveQuestion,
} from './form-fields'

interface InPlaceFormProps<Values extends object>
  extends Pick<FormFieldsProps<Values>, 'saved' | 'style' | 'onSubmit'> {
  initial: Values
  /** The save button's label. */
  submit?: string
  /** The record's noun; null if the field itself shows why a save failed. */
  one?: string | null
  onClose: () => void
  /** The field. */
  children: ReactNode
}

/**
 * A field that is edited where it is shown: Enter or the first button saves, Escape or Cancel closes it. If something
 * was typed, closing asks first; the Cancel button then discards (rules/interface#nothing-lost).
 */
export function InPlaceForm<Values extends object>(props: InPlaceFormProps<Values>) {
  const { saved, initial, submit = 'Save', one = 'record', onClose, children, ...fields } = props
  const id = useId()
  const { changed, values } = useChanged(saved, initial)
  const { leaving, ask } = useLeaveQuestion(changed, values)
  const close = () => {
    if (saved.saving) return
    if (changed && !leaving) {
      ask()
      return
    }
    saved.discard()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    // Only the button discards.
    if (!leaving) close()
  }
  return (
    <FormFields {...fields} saved={saved} id={id} initial={initial} wide>
      <Flex wrap gap="small" onKeyDown={onKeyDown}>
        {children}
        <Button type="primary" htmlType="submit" loading={saved.saving}>
          {submit}
        </Button>
        <Button disabled={saved.saving} onClick={close}>
          {leaving ? UNSAVED.discard : 'Cancel'}
        </Button>
        <p role="status" style={leaving ? LINE : undefined}>
          {leaving && UNSAVED.sentence}
        </p>
        {one !== null && <FormFailure saved={saved} one={one} />}
      </Flex>
      <LeaveGuard when={changed && !saved.saved} onLeave={saved.discard} />
    </FormFields>
  )
}

const LINE = { flex: '1 0 100%' } as const
