import { shortId } from '@rookies/data/records/row-id'
import cells from './cells.module.css'

/**
 * The first part of an id (rules/interface#ids). Shows nothing for a resource with a single record, such as the
 * settings.
 */
export function ShortId({ id }: { id: string | null }) {
  if (id === null || !id.includes('-')) return null
  return (
    <code className={cells.code} title={id}>
      {shortId(id)}
    </code>
  )
}
