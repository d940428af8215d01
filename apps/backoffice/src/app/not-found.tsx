import { Button } from 'antd'
import { useContext } from 'react'
import { LinkButton } from '../ui/link-button'
import { Notice } from '../ui/notice'
import { useHome } from './open-resources'
import { PANEL_NAMES, type Panel } from './panel-resource'
import { PersonContext } from './person'

/** Shown for an unknown address, inside the frame of a panel if the address begins with the panel's path. */
export function NotFound({ panel }: { panel?: Panel }) {
  const person = useContext(PersonContext)
  const first = useHome(panel)
  const home = person && first
  return (
    <Notice
      code="404"
      title="Oops! Page not found"
      within={person !== null}
      actions={
        home ? (
          <LinkButton type="primary" to={home.path}>
            {`Return to ${PANEL_NAMES[home.panel]}`}
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
