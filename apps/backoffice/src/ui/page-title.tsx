/** The page's name in the browser's tab. */
export function PageTitle({ name }: { name: string }) {
  return <title>{`${name} · Rookies Admin`}</title>
}
