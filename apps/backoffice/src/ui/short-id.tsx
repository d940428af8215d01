import { shortId } from '@rookies/data/audit/short-id'
import cells from './cells.module.css'

/** The beginning of an id (rules/interface#ids); nothing for what there is only one of, as the settings. */
export function ShortId({ id }: { id: string | null }) {
  if (id === null || !id.includes('-')) return null
  return (
    <code className={cells.code} title={id}>
      {shortId(id)}
    </code>
  )
}
