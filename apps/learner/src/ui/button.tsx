import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Dress {
  look?: Look
  /** Smaller, for toolbars and cards. */
  small?: boolean
  children: ReactNode
}

/**
 * A button. Busy buttons say so in their text and keep their size. A disabled one does nothing and
 * says so, but stays where the keyboard can be: a browser takes the focus from one that is truly off.
 */
export function Button({
  look = 'secondary',
  small,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: Dress & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      type={type}
      className={dress(look, small)}
      aria-disabled={disabled || undefined}
      onClick={disabled ? doNothing : onClick}
      {...rest}
    />
  )
}

/** Sends no form either. */
const doNothing = (event: MouseEvent) => event.preventDefault()

/** A link inside the portal that looks like a button. */
export function ButtonLink({
  look = 'secondary',
  small,
  ...rest
}: Dress & Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link className={dress(look, small)} {...rest} />
}

/** A link that leaves the portal, or needs a page load, and looks like a button. */
export function ButtonAnchor({
  look = 'secondary',
  small,
  ...rest
}: Dress & Omit<ComponentProps<'a'>, 'className'>) {
  return <a className={dress(look, small)} {...rest} />
}

function dress(look: Look, small = false): string {
  return [styles.button, styles[look], small ? styles.small : ''].filter(Boolean).join(' ')
}
