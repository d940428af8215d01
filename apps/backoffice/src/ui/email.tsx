import { Fragment } from 'react'
import cells from './cells.module.css'

/** An email address. It breaks after its @, and before dots in front of it, so that its domain stays whole. */
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
