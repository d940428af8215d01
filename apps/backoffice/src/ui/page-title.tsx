import { useMatch } from 'react-router-dom'
import { useLook } from './look'

/** Sets the title of the browser tab: the page, the school, and the panel. */
export function PageTitle({ name }: { name: string }) {
  const moderator = useMatch('/moderator/*') !== null
  const { site_name: site } = useLook()
  return <title>{`${name} · ${site} ${moderator ? 'Moderator' : 'Admin'}`}</title>
}
