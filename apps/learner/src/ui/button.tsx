import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonStyle {
  variant?: Variant
  /** Smaller, for toolbars and cards. */
  small?: boolean
  children: ReactNode
}

/**
 * A button. Busy buttons say so in their text and keep their size. A disabled one does nothing and
 * says so, but stays where the keyboard can be: a browser takes the focus from one that is truly off.
 */
export function Button({
  variant = 'secondary',
  small,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: ButtonStyle & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      type={type}
      className={classNames(variant, small)}
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
  variant = 'secondary',
  small,
  ...rest
}: ButtonStyle & Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link className={classNames(variant, small)} {...rest} />
}

/** A link that leaves the portal, or needs a page load, and looks like a button. */
export function ButtonAnchor({
  variant = 'secondary',
  small,
  ...rest
}: ButtonStyle & Omit<ComponentProps<'a'>, 'className'>) {
  return <a className={classNames(variant, small)} {...rest} />
}

function classNames(variant: Variant, small = false): string {
  return [styles.button, styles[variant], small ? styles.small : ''].filter(Boolean).join(' ')
}
