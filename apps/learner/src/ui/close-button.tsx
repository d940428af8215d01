import { X } from 'lucide-react'
import styles from './close-button.module.css'

interface CloseButtonProps {
  /** What it closes, for who cannot see it. */
  label: string
  /** Where it stands; how it looks is its own. */
  className?: string
  onClick: () => void
}

/** The cross that closes a dialog, a sheet or a message. */
export function CloseButton({ label, className = '', onClick }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.close} ${className}`}
      aria-label={label}
      onClick={onClick}
    >
      <X aria-hidden="true" />
    </button>
  )
}
