import type { ReactNode } from 'react'
import { coverAddress } from '../thumbnail/cover-address'
import styles from './logo.module.css'
import { isWordmark, logoSize } from './logo-size'

interface LogoProps {
  name: string
  /** The logo in the settings, `covers/…`; empty for the product's. */
  logo: string
  /** Shows only the logo, where there is little room. The link around the logo is labelled with the name. */
  compact?: boolean
}

/** The logo and the name of the school, as both applications show them (rules/settings#logo). */
export function Logo({ name, logo, compact = false }: LogoProps) {
  const size = logoSize(logo)
  const isWord = size !== null && isWordmark(size)
  const isShown = size && !(isWord && compact)
  return (
    <span className={styles.logo}>
      {isShown ? (
        <img
          className={styles.picture}
          src={coverAddress(logo)}
          {...size}
          alt={isWord ? name : ''}
        />
      ) : (
        <Mark>
          {isWord ? (
            <text className={styles.letter} x="16" y="22.5" textAnchor="middle">
              {[...name.trim()][0]}
            </text>
          ) : (
            <>
              <path
                className={styles.rook}
                d="M8 6.5h4v3h2.4v-3h3.2v3H20v-3h4v6.9l-2.6 2.2v6.2l2.6 2.9v2.3H8v-2.3l2.6-2.9v-6.2L8 13.4z"
              />
              <path className={styles.prompt} d="M14.3 15.6l3.4 3-3.4 3" />
            </>
          )}
        </Mark>
      )}
      {!isWord && !compact && <span className={styles.name}>{name}</span>}
    </span>
  )
}

/**
 * The product's logo, a rook whose window is a command prompt, or the first letter of a school whose logo is too wide.
 * Hidden from screen readers, because the name is beside it.
 */
function Mark({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className={styles.ground} width="32" height="32" rx="9" />
      {children}
    </svg>
  )
}
