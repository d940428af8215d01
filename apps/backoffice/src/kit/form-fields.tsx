import { changedFields, type FormDraft } from '@rookies/data/device/draft'
import { isTransient } from '@rookies/data/errors'
import type { RequestError } from '@rookies/data/refine/request-error'
import { serverMessage } from '@rookies/data/toasts'
import { Alert, Form, type FormProps } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { InSight } from '../ui/in-sight'
import { KeptInput } from '../ui/kept-input'
import { SaveFailed } from '../ui/save-failed'
import styles from './form-fields.module.css'
import { fieldsOf, isGoneOrChanged, nameOf, type SavedForm } from './saved-form'

export interface FormFieldsProps<Values extends object>
  extends Pick<
    FormProps,
    'aria-label' | 'className' | 'noValidate' | 'requiredMark' | 'style' | 'validateTrigger'
  > {
  saved: SavedForm<Values>
  /** The id of the form and the prefix of its fields' ids. A button outside of the form submits it by this id. */
  id: string
  initial: Partial<Values>
  /** Disables the fields while it is true, for example during a save. */
  locked?: boolean | undefined
  /** Keeps antd's space between the fields, which is wider than that of most forms. */
  wide?: boolean | undefined
  onValuesChange?: ((changed: Partial<Values>) => void) | undefined
  /** Replaces the save, for example by a question before it. */
  onSubmit?: ((values: Values) => void) | undefined
  /** Called when the form was not saved because a field has an error. */
  onInvalid?: FormProps<Values>['onFinishFailed']
  children: ReactNode
}

/**
 * The form element with its fields, each a `Form.Item` with rules. Errors appear once the person has tried to save, and
 * from then on while they type. The first field with an error gets the focus, also for errors of the server.
 */
export function FormFields<Values extends object>({
  saved,
  id,
  initial,
  wide = false,
  locked,
  className = '',
  requiredMark = false,
  validateTrigger = NEVER,
  noValidate = true,
  onValuesChange,
  onSubmit = saved.save,
  onInvalid,
  children,
  ...props
}: FormFieldsProps<Values>) {
  const { form, failure } = saved
  const kept = useKeptInput(saved, initial)
  const [tried, setTried] = useState(false)
  const field = failure?.field
  useEffect(() => {
    if (failure && field) form.scrollToField(field, FIRST_WRONG)
  }, [failure, field, form])
  /** Checks changed fields again. antd's own trigger cannot do this, because it is fixed when a field is mounted. */
  const checkAgain = (changed: Partial<Values>) => {
    onValuesChange?.(changed)
    const names = Object.keys(changed)
    const withErrors = names.filter(
      (name) => tried || form.getFieldError(nameOf<Values>(name)).length > 0,
    )
    if (withErrors.length > 0)
      form.validateFields(withErrors.map(nameOf<Values>)).catch(() => undefined)
  }
  return (
    <Form<Values>
      {...props}
      form={form}
      name={id}
      className={wide ? className : `${styles.near} ${className}`}
      layout="vertical"
      requiredMark={requiredMark}
      scrollToFirstError={FIRST_WRONG}
      initialValues={initial}
      validateTrigger={validateTrigger}
      noValidate={noValidate}
      onValuesChange={checkAgain}
      onFinish={onSubmit}
      onFinishFailed={(failed) => {
        setTried(true)
        onInvalid?.(failed)
      }}
    >
      {kept.offer && (
        <KeptInput
          keptAt={kept.offer.keptAt}
          older={kept.older}
          onRestore={kept.restore}
          onDiscard={kept.discard}
        />
      )}
      {locked === undefined && !kept.offer ? (
        children
      ) : (
        <fieldset className={styles.locked} disabled={locked || kept.offer !== null}>
          {children}
        </fieldset>
      )}
    </Form>
  )
}

const NEVER: string[] = []
const FIRST_WRONG = { focus: true, block: 'center' } as const

/** A text about a failed save that replaces the error's own; the title is replaced only if there is one. */
export interface Explained {
  title?: string
  text: string
}

export interface FormFailureProps<Values extends object> {
  saved: SavedForm<Values>
  /** The noun of the record within a sentence, such as `coupon`. */
  one?: string | undefined
  /** Returns a text that says more than the error, for example if no answer arrived. */
  explain?: ((error: RequestError) => Explained | undefined) | undefined
}

/** The error of the latest failed save. Shows nothing if a field shows the error. */
export function FormFailure<Values extends object>({
  saved: { form, saving, failure },
  one = 'record',
  explain,
}: FormFailureProps<Values>) {
  if (failure === null || failure.field !== null) return null
  const { error, toast } = failure
  if (isGoneOrChanged(error)) {
    return (
      <InSight>
        <Alert
          role="alert"
          type="warning"
          message={`Someone else saved or deleted this ${one}.`}
          description="What you typed is still here. Copy what you need, then reopen the form to see the latest version."
        />
      </InSight>
    )
  }
  const { title = toast.text, text } = explain?.(error) ?? {}
  const sentence = isTransient(error) ? null : serverMessage(error)
  if (sentence !== null) {
    return (
      <InSight>
        <Alert type="error" message={text ?? sentence} />
      </InSight>
    )
  }
  return (
    <SaveFailed
      title={title}
      {...(text !== undefined && { text })}
      busy={saving}
      onRetry={form.submit}
    />
  )
}

/**
 * Stores unsaved values as a draft of this tab, and offers to restore an earlier draft, for example after the session
 * ended (rules/interface#nothing-lost). Until the person decides about the earlier draft, no new draft is stored.
 */
export function useKeptInput<Values extends object>(
  {
    form,
    draft,
    discard,
    saving,
    saved,
  }: Pick<SavedForm<Values>, 'form' | 'draft' | 'discard' | 'saving' | 'saved'>,
  initial: Partial<Values>,
) {
  const values: Partial<Values> | undefined = Form.useWatch([], { form, preserve: true })
  const before: Record<string, unknown> = { ...initial }
  const [found, setFound] = useState(draft.read)
  const isMissing = (typed: FormDraft) =>
    changedFields({ ...before, ...form.getFieldsValue(true) }, typed.values).length > 0
  const offer = found && isMissing(found) ? found : null

  const names = offer || !values ? [] : changedFields(before, { ...values })
  const of = (all: object) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
  const work =
    names.length > 0 ? JSON.stringify({ values: of({ ...values }), base: of(before) }) : null
  const { keep } = draft
  const waits = offer !== null || values === undefined || saving
  /** The saved values. They are still in the form until it is closed or cleared, and must not become a draft. */
  const settled = useRef<string | null>(null)
  useEffect(() => {
    if (saved) settled.current = work
    if (waits || (work !== null && work === settled.current)) return
    settled.current = null
    keep(work === null ? null : JSON.parse(work))
  }, [keep, waits, work, saved])

  return {
    offer,
    /** Whether somebody has saved other values since the draft was stored. */
    older: offer !== null && changedFields(before, offer.base).length > 0,
    restore: () => {
      if (!offer) return
      draft.adopt(offer)
      form.setFieldsValue(fieldsOf<Values>(offer.values))
      setFound(null)
    },
    discard: () => {
      discard()
      setFound(null)
    },
  }
}

/** Returns the form's values, and whether they differ from those that it started with. */
export function useChanged<Values extends object>(
  { form }: SavedForm<Values>,
  initial: Partial<Values>,
): { changed: boolean; values: Partial<Values> | undefined } {
  const values: Partial<Values> | undefined = Form.useWatch([], { form, preserve: true })
  const plain = (held: object) =>
    JSON.stringify(
      Object.entries(held)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .sort(([one], [other]) => one.localeCompare(other)),
    )
  // A form whose fields are not mounted yet has no values, and counts as unchanged.
  const mounted = values !== undefined && Object.keys(values).length > 0
  return { values, changed: mounted && plain(values) !== plain(initial) }
}

/** The default question about unsaved changes: its sentence, and the label of the button that discards them. */
export const UNSAVED = {
  discard: 'Discard Changes',
  sentence: 'You have unsaved changes. Save them, or discard them.',
}

/** The style of a sentence in a row of buttons, where it takes a whole line. */
export const LINE = { flex: '1 0 100%' } as const

/** Whether to ask about unsaved changes: after `ask`, until the values change again or `withdraw` is called. */
export function useLeaveQuestion(dirty: boolean, values: unknown) {
  const [left, setLeft] = useState<unknown>(null)
  return {
    leaving: dirty && left !== null && left === values,
    ask: useCallback(() => setLeft(values), [values]),
    withdraw: useCallback(() => setLeft(null), []),
  }
}
