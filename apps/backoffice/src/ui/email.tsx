import { Fragment } from 'react'
import cells from './cells.module.css'

/** An email that can break after its @ and before dots in front of it, but not within its domain. */
export function Email({ children }: { children: string }) {
  const parts = children.split(/(?<=@)|(?=\.[^@]*@)/)
  return (
    <span className={cells.email} title={children}>
      {parts.map((part, at) => (
        <Fragment key={parts.slice(at).join('')}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
