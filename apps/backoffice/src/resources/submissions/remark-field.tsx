import type { DraftRemark } from '@rookies/data/assignments/review-work'
import { capitalized } from '@rookies/data/wording'
import { Button, Flex } from 'antd'
import { Trash2 } from 'lucide-react'
import { MarkdownField } from '../../ui/markdown-field'
import { leaveByEscape } from './leave-by-escape'
import styles from './review.module.css'
import { placeText } from './round-changes'

interface RemarkFieldProps {
  remark: DraftRemark
  disabled: boolean
  onChange: (body: string) => void
  onRemove: () => void
}

/** Edits a remark of the draft. The remark is removed if it is left empty. */
export function RemarkField({ remark, disabled, onChange, onRemove }: RemarkFieldProps) {
  const place = placeText(remark)
  const label = place ? `Remark on ${place}` : 'Remark'
  return (
    <>
      <Flex align="center" justify="space-between" className={styles.place}>
        <span aria-hidden="true">{capitalized(place ?? 'remark')}</span>
        <Button
          type="text"
          size="small"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={`Remove ${label.toLowerCase()}`}
          title="Remove"
          disabled={disabled}
          onClick={onRemove}
        />
      </Flex>
      <MarkdownField
        aria-label={label}
        // The person writes the remark right after adding it.
        autoFocus={remark.body === ''}
        autoSize={{ minRows: 1, maxRows: 12 }}
        maxLength={5000}
        disabled={disabled}
        value={remark.body}
        onChange={onChange}
        onBlur={() => remark.body.trim() === '' && onRemove()}
        onKeyDown={leaveByEscape}
      />
    </>
  )
}
