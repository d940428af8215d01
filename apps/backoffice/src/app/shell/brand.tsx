import { LogoMark } from '@rookies/ui/components/logo/logo'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Link } from 'react-router-dom'
import type { Panel } from '../panel-resource'
import styles from './brand.module.css'

/** The product's logo, which links to the panel's first page. */
export function Brand({ panel, collapsed = false }: { panel: Panel; collapsed?: boolean }) {
  return (
    <Link
      to={`/${panel}`}
      className={styles.brand}
      data-collapsed={collapsed}
      title={collapsed ? 'Rookies' : undefined}
    >
      <LogoMark />
      {collapsed ? <VisuallyHidden>Rookies</VisuallyHidden> : <span>Rookies</span>}
    </Link>
  )
}
