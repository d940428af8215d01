import { shortId } from '@rookies/data/records/row-id'
import cells from './cells.module.css'

/**
 * Shows the first part of an id (rules/interface#ids). Renders nothing if the id is null, as for the settings, which
 * are a single record.
 */
export function ShortId({ id }: { id: string | null }) {
  if (id === null || !id.includes('-')) return null
  return (
    <code className={cells.code} title={id}>
      {shortId(id)}
    </code>
  )
}
