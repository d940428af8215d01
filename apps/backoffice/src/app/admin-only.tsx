import { LIBRARY_PATH } from '@rookies/data/access/home'
import { Button } from 'antd'
import { Notice } from '../ui/notice'

/** A page of the panel that is not for this person, who may be in the panel all the same. */
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
