import type { FieldChange } from '@rookies/data/audit/audit-record'
import type { Json } from '@rookies/data/database.gen'
import { isStoredCover } from '@rookies/data/files/stored-file'
import { coverAddress } from '@rookies/ui/components/thumbnail/cover-address'
import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { Replaced, TextDifference } from './text-difference'

/** Shows changed fields, each with its label and its removed and added text. */
export function ChangedFields({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <Descriptions
      layout="vertical"
      size="small"
      column={1}
      colon={false}
      items={changes.map(({ field, before, after }) => ({
        key: field,
        label: field,
        children:
          isText(before) && isText(after) ? (
            <TextDifference before={before} after={after} />
          ) : (
            <Replaced
              before={shown(before, `${field} before`)}
              after={shown(after, `${field} after`)}
            />
          ),
      }))}
      styles={{ content: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } }}
    />
  )
}

/** Whether a value can be compared word by word. */
const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && /\S\s+\S/.test(value)

function shown(value: Json | undefined, name: string): ReactNode {
  if (value === undefined || value === null || value === '') return '(empty)'
  if (typeof value !== 'string') return JSON.stringify(value)
  // If the picture was deleted, its file name is shown instead.
  return isStoredCover(value) ? (
    <img src={coverAddress(value)} alt={name} width={160} style={{ verticalAlign: 'middle' }} />
  ) : (
    value
  )
}
