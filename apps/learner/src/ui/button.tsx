import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'

type Look = 'primary' | 'secondary' | 'quiet'

interface Dress {
  look?: Look
  /** Smaller, for toolbars and cards. */
  small?: boolean
  children: ReactNode
}

/** A button. Busy buttons say so in their text and keep their size. */
export function Button({
  look = 'secondary',
  small,
  type = 'button',
  ...rest
}: Dress & Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={dress(look, small)} {...rest} />
}

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
