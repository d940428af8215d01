import { stylesheet as mail } from '../mail/stylesheet'

/** The styles of the pages at /_ci: the styles of /_mail, and those of the list of repositories. */
export const stylesheet = `${mail}
.repositories { margin: 0; padding: 0; list-style: none; display: grid; gap: 1rem; }
.repositories li { padding: 1.25rem; border: 1px solid var(--border); border-radius: 18px; background: var(--raised); }
.repositories h2 { margin: 0; overflow-wrap: anywhere; }
.repositories p { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.repositories form { margin: 0.75rem 0 0; }
.repositories code { font: 0.9375rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.about { color: var(--muted); }
fieldset { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0; padding: 0; border: 0; }
legend { margin-bottom: 0.5rem; padding: 0; font-weight: 600; }
fieldset button { min-height: 2.75rem; }
.repositories .said { margin: 1rem 0 0; padding: 0.75rem 1rem; border-radius: 6px; background: var(--sunken); }
`
