import { Button } from 'antd'
import { useContext } from 'react'
import { LinkButton } from '../ui/link-button'
import { Notice } from '../ui/notice'
import { PersonContext } from './person'

/** An address that leads nowhere, inside the panel's frame or, for a stranger, without it. */
export function NotFound() {
  const inPanel = useContext(PersonContext) !== null
  return (
    <Notice
      code="404"
      title="Oops! Page not found"
      within={inPanel}
      actions={
        inPanel ? (
          <LinkButton type="primary" to="/admin">
            Return to Admin Panel
          </LinkButton>
        ) : (
          <Button type="primary" href="/">
            Return to Home
          </Button>
        )
      }
    />
  )
}
