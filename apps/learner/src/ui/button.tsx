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

interface ButtonUse extends ButtonStyle {
  /** True if a press changes stored data. A new button then ignores presses for a moment (rules/interface#presses). */
  writes?: boolean
}

/**
 * A button. While it is busy, its text says so and its size stays the same. A disabled button uses `aria-disabled` and
 * keeps the keyboard focus, which a browser takes from an element with `disabled`.
 */
export function Button({
  variant = 'secondary',
  small,
  type = 'button',
  disabled = false,
  writes = false,
  onClick,
  ...rest
}: ButtonUse & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      type={type}
      className={classNames(variant, small)}
      aria-disabled={disabled || undefined}
      data-writes={writes || undefined}
      onClick={disabled ? doNothing : onClick}
      {...rest}
    />
  )
}

const doNothing = (event: MouseEvent) => event.preventDefault()

/** A link inside the portal that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  small,
  ...rest
}: ButtonStyle & Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link className={classNames(variant, small)} {...rest} />
}

/** A link that leaves the portal or needs a page load, and looks like a button. */
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
