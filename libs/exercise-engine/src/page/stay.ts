import type { ExerciseFile, Problem } from '../run/run'
import { placeOfText } from './handler-guard'

interface Staying {
  /** The file of the page. */
  first: ExerciseFile
  print: (text: string) => void
  fail: (problem: Problem) => void
}

export const REFUSED_CODE =
  'The page makes code from text, in a script element or in an address with javascript:. Write it in a script of the page.'

const FORM = 'A form was submitted. Pages of an exercise send nothing.'

/**
 * Prevents links and forms from replacing the page, and prints the address to which they lead (rules/exercises#pages).
 */
export function stayHere({ first, print, fail }: Staying): void {
  const follow = (event: Event, address: string) => {
    const path = address.trim()
    // The browser scrolls to the element that the fragment of the address names.
    if (path.startsWith('#')) return
    event.preventDefault()
    if (/^javascript:/i.test(path)) {
      fail({ message: REFUSED_CODE, ...placeOfText(first, address) })
      return
    }
    const [file = '', part] = path.split('#')
    if (!isSelf(file)) print(`A link leads to ${path}. Pages of an exercise stay where they are.`)
    else if (part !== undefined) location.hash = part
    else print('A link leads to this page itself. Pages of an exercise do not load again.')
  }
  const isSelf = (file: string) => ['', '.', './', first.path, `./${first.path}`].includes(file)

  const keep = (event: Event) => {
    if (event.defaultPrevented) return
    if (event.type === 'submit') {
      const submitter = event instanceof SubmitEvent ? event.submitter : null
      const form = event.target instanceof Element ? event.target : null
      const method = submitter?.getAttribute('formmethod') ?? form?.getAttribute('method')
      // A form with this method only closes its dialog.
      if (method?.toLowerCase() === 'dialog') return
      event.preventDefault()
      print(FORM)
      return
    }
    for (const target of event.composedPath())
      if (target instanceof Element && target.matches('a, area')) {
        const address = target.getAttribute('href') ?? target.getAttribute('xlink:href')
        if (address !== null) follow(event, address)
        return
      }
  }
  const types = ['click', 'auxclick', 'submit']
  for (const type of types) addEventListener(type, keep)
  addEventListener('securitypolicyviolation', ({ effectiveDirective, originalPolicy }) => {
    // A call of `form.submit()` fires no submit event, only this one: for the policy in the header and for the one in
    // the document.
    const isHeader = originalPolicy.startsWith('sandbox')
    if (effectiveDirective === 'form-action' && isHeader) print(FORM)
  })
  // If the page stops an event, the listeners on the ancestors do not receive it.
  const { prototype } = Event
  for (const name of ['stopPropagation', 'stopImmediatePropagation'] as const) {
    const { [name]: stop } = prototype
    Object.defineProperty(prototype, name, {
      value(this: Event) {
        if (types.includes(this.type)) keep(this)
        Reflect.apply(stop, this, [])
      },
      writable: true,
      configurable: true,
    })
  }
  Object.defineProperty(globalThis, 'open', {
    value: (address: unknown = '') => {
      print(`A new window leads to ${String(address)}. Pages of an exercise open no windows.`)
      return null
    },
    writable: true,
    configurable: true,
  })
}
