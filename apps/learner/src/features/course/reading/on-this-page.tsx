import { useId, useState } from 'react'
import styles from './on-this-page.module.css'
import type { Section } from './sections'
import { useCurrentSection } from './use-current-section'

/** The table of contents of a text: beside the text if there is room, otherwise folded above it. */
export function OnThisPage({ sections }: { sections: readonly Section[] }) {
  const [open, setOpen] = useState(false)
  const current = useCurrentSection(sections)
  const list = useId()
  return (
    <nav className={styles.rail} aria-label="On this page" data-open={open}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        On this page
      </button>
      <p className={styles.label} aria-hidden="true">
        On this page
      </p>
      <ul id={list} className={styles.list}>
        {sections.map(({ id, title, inner }) => (
          <li key={id} className={inner ? styles.inner : undefined}>
            <a
              href={`#${id}`}
              className={styles.link}
              dir="auto"
              aria-current={id === current ? 'location' : undefined}
              onClick={() => setOpen(false)}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
