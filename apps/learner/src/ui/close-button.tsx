import { X } from 'lucide-react'
import styles from './close-button.module.css'

interface CloseButtonProps {
  /** The accessible name, which says what the button closes. */
  label: string
  /** A class that sets the position of the button. */
  className?: string
  onClick: () => void
}

/** A button with a cross that closes a dialog, a sheet or a message. */
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
