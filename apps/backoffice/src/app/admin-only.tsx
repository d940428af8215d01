import { LIBRARY_PATH } from '@rookies/data/access/home'
import { Button } from 'antd'
import { Notice } from '../ui/notice'

/** Shown to a person who may use the panel but not this page. */
export function AdminOnly() {
  return (
    <Notice
      title="Access Denied"
      message="Admin access required"
      within
      actions={
        <Button type="primary" href={LIBRARY_PATH}>
          Back to Library
        </Button>
      }
    />
  )
}
