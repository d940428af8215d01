const KEY = 'rookies-profile-draft'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A name that was typed and not saved, kept for this tab, so that it survives moving about, reloading
 * and signing in again (rules/accounts#unsaved-name). Only the person who typed it gets it back.
 */
export function readNameDraft(store: Store, person: string): string | null {
  const text = store.getItem(KEY)
  // The id has a fixed form, so that what follows the first blank is the name.
  return text?.startsWith(`${person} `) ? text.slice(person.length + 1) : null
}

/** Keeps what is typed; null forgets it. */
export function saveNameDraft(store: Store, person: string, name: string | null): void {
  if (name === null) store.removeItem(KEY)
  else store.setItem(KEY, `${person} ${name}`)
}
