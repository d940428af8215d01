import type { DataError } from '@rookies/data/errors'
import { CODE_LENGTH, codeDigits } from '@rookies/data/session/secure-code'
import { type ChangeEvent, type FormEvent, type RefObject, useState } from 'react'
import { useAttempt } from './use-attempt'

interface CodeForm {
  /** The field for the digits. */
  field: RefObject<HTMLInputElement | null>
  messageOf: (error: DataError) => string
  send: (code: string) => Promise<void>
  /** True after success, while the next page opens. */
  redirecting?: boolean
}

/** The state of a form for a six-digit code. An incomplete code is not sent; a refused one is selected. */
export function useCodeForm({ field, messageOf, send, redirecting = false }: CodeForm) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refusal, attempt } = useAttempt(messageOf)
  const waiting = busy || redirecting

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (waiting) return
    const wrong = code.length === CODE_LENGTH ? null : 'Please enter the six digits of the code'
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    if (await attempt(() => send(code))) return
    field.current?.focus()
    field.current?.select()
  }

  return {
    waiting,
    refusal,
    onSubmit,
    codeField: {
      ref: field,
      label: 'Code',
      value: code,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setCode(codeDigits(event.target.value)),
      error: problem ?? undefined,
      describedBy: refusal ? 'refusal' : undefined,
    },
  }
}
