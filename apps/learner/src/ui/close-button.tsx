import { X } from 'lucide-react'
import styles from './close-button.module.css'

interface CloseButtonProps {
  /** The accessible name: says what the button closes. */
  label: string
  /** Sets the position; the look is fixed. */
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
