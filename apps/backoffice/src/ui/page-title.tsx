import { useMatch } from 'react-router-dom'

/** The title of the browser's tab: the page and its panel. */
export function PageTitle({ name }: { name: string }) {
  const moderator = useMatch('/moderator/*') !== null
  return <title>{`${name} · Rookies ${moderator ? 'Moderator' : 'Admin'}`}</title>
}
