import { useMatch } from 'react-router-dom'
import { useLook } from './look'

/** The title of the browser's tab: the page, the school, and the panel. */
export function PageTitle({ name }: { name: string }) {
  const moderator = useMatch('/moderator/*') !== null
  const { site_name: site } = useLook()
  return <title>{`${name} · ${site} ${moderator ? 'Moderator' : 'Admin'}`}</title>
}
