import { useMatch } from 'react-router-dom'

/** The page's name in the browser's tab, and which panel it is of. */
export function PageTitle({ name }: { name: string }) {
  const moderator = useMatch('/moderator/*') !== null
  return <title>{`${name} · Rookies ${moderator ? 'Moderator' : 'Admin'}`}</title>
}
