import cells from './cells.module.css'

/**
 * The label of a field that may stay empty (rules/interface#optional). One element, because antd lays out the parts of
 * a label without the spaces between them.
 */
export function Optional({ children }: { children: string }) {
  return (
    <span>
      {`${children} `}
      <span className={cells.fact}>(optional)</span>
    </span>
  )
}
