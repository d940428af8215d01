/** What a person or a check answers to `confirm` (true or false) or to `prompt` (a text, or null for Cancel). */
export type DialogAnswer = boolean | string | null

export interface Dialogs {
  alert: (text: string) => void
  confirm: (text: string) => boolean
  prompt: (text: string, initial: string) => string | null
}

/** Gives a page the functions that show dialogs. The browser's own do nothing in the frame of a page. */
export function defineDialogs(dialogs: Dialogs): void {
  const text = (value: unknown) => (value === undefined ? '' : String(value))
  const functions = {
    alert: (...parts: unknown[]) => dialogs.alert(text(parts[0])),
    confirm: (...parts: unknown[]) => dialogs.confirm(text(parts[0])),
    prompt: (...parts: unknown[]) => dialogs.prompt(text(parts[0]), text(parts[1])),
  }
  // Tests may replace them by mocks.
  for (const [name, value] of Object.entries(functions))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}

/**
 * Answers the dialogs of a page with the answers of a check, in their order. Without one, `confirm` returns false and
 * `prompt` null, as if the person had pressed Cancel. Each dialog is printed.
 */
export function answeredBy(
  answers: readonly unknown[],
  print: (text: string) => void,
  fail: (message: string) => void,
): Dialogs {
  const left = [...answers]
  const next = (name: string, text: string, none: DialogAnswer): unknown => {
    const answer = left.length > 0 ? left.shift() : none
    print(`${name}: ${text} (${JSON.stringify(answer) ?? 'undefined'})`)
    return answer
  }
  return {
    alert: (text) => print(`alert: ${text}`),
    confirm(text) {
      const answer = next('confirm', text, false)
      if (typeof answer !== 'boolean')
        fail(
          `The check answers confirm('${text}') with ${JSON.stringify(answer)}, not true or false`,
        )
      return answer === true
    },
    prompt(text) {
      const answer = next('prompt', text, null)
      if (typeof answer === 'boolean')
        fail(`The check answers prompt('${text}') with ${answer}, not with a text or null`)
      return answer === null || typeof answer === 'boolean' ? null : String(answer)
    },
  }
}
