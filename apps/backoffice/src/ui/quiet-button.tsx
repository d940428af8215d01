import type { ComponentProps, ReactNode } from 'react'
import styles from './quiet-button.module.css'

interface QuietButtonProps extends ComponentProps<'button'> {
  icon?: ReactNode
}

/**
 * A borderless button with an icon or a short label. It is plain HTML, because lists can have hundreds of these
 * buttons.
 */
export function QuietButton({ icon, children, className = '', ...button }: QuietButtonProps) {
  return (
    // antd's dropdown adds its own class names to the button that opens it.
    <button {...button} type="button" className={`${styles.button} ${className}`}>
      {icon}
      {children && <span className={styles.label}>{children}</span>}
    </button>
  )
}
