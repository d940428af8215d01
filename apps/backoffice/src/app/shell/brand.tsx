import { Logo } from '@rookies/ui/components/logo/logo'
import { Link } from 'react-router-dom'
import { useLook } from '../../ui/look'
import type { Panel } from '../panel-resource'
import styles from './brand.module.css'

/** The school's logo and name, which links to the panel's first page. */
export function Brand({ panel, collapsed = false }: { panel: Panel; collapsed?: boolean }) {
  const { site_name: site, logo } = useLook()
  return (
    <Link
      to={`/${panel}`}
      className={styles.brand}
      data-collapsed={collapsed}
      title={collapsed ? site : undefined}
    >
      <Logo name={site} logo={logo} compact={collapsed} />
    </Link>
  )
}
