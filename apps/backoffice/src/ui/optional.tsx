import cells from './cells.module.css'

/** The label of a field that may stay empty (rules/interface#optional). */
export function Optional({ children }: { children: string }) {
  return (
    <>
      {`${children} `}
      <span className={cells.fact}>(optional)</span>
    </>
  )
}
