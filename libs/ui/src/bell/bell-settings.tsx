import { ArrowLeft, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import styles from './bell-panel.module.css'
import type { BellActs, BellKind } from './bell-types'
import { KIND_ORDER, KINDS } from './kinds'

interface BellSettingsProps {
  muted: readonly BellKind[]
  mute: BellActs['mute']
  onBack: () => void
  onClose: () => void
  heading: Ref<HTMLHeadingElement>
  headingId: string
}

/** Chooses which kinds of notifications a person wants to see. */
export function BellSettings(props: BellSettingsProps) {
  const { muted, mute, onBack, onClose, heading, headingId } = props
  const hint = useId()
  return (
    <>
      <div className={styles.header}>
        <button type="button" className={styles.icon} aria-label="Back" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
        </button>
        <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.heading}>
          Notification settings
        </h2>
        <button type="button" className={styles.icon} aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </div>
      <fieldset className={styles.settings} aria-describedby={hint}>
        <legend>Show in the bell</legend>
        {KIND_ORDER.map((kind) => {
          const { icon: Icon, name } = KINDS[kind]
          return (
            <label key={kind} className={styles.setting}>
              <input
                type="checkbox"
                checked={!muted.includes(kind)}
                onChange={({ currentTarget }) => mute(kind, !currentTarget.checked)}
              />
              <Icon aria-hidden="true" />
              {name}
            </label>
          )
        })}
        <p id={hint} className={styles.hint}>
          Types that you turn off are neither shown nor counted. Important notifications are always
          shown.
        </p>
      </fieldset>
    </>
  )
}
