export type AlertKind = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION'

/** Maps the names of notes in other tools to GitHub's five kinds of alerts. */
const KINDS: Readonly<Record<AlertKind, string>> = {
  NOTE: `note info abstract summary question quote example details highlight new todo tldr faq help cite information
    primary secondary default neutral seealso remember definition exercise deepdive wip canary experimental rsc
    versionadded versionchanged deprecatednote callout aside admonition alert notice message`,
  TIP: 'tip hint success check done good positive idea bestpractice solution protip',
  IMPORTANT: 'important major',
  WARNING: 'warning attention warn beware orange pitfall deprecated',
  CAUTION: 'caution danger error failure fail missing bug critical negative red',
}

const BY_NAME = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name) => [name, kind as AlertKind] as const),
  ),
)

/** Returns the kind of alert for a note's name in another tool; undefined for other names. */
export function alertOf(name: string): AlertKind | undefined {
  return BY_NAME.get(name.toLowerCase().replace(/[-_ ]/g, ''))
}
