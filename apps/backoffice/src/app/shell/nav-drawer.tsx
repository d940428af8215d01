import { Button, Drawer, Flex } from 'antd'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { layerPlace, useLayer } from '../../ui/use-layer'
import type { Panel } from '../panel-resource'
import { Brand } from './brand'
import { PanelNav } from './panel-nav'

interface NavDrawerProps {
  panel: Panel
  open: boolean
  onClose: () => void
}

/** The drawer with the menu, for narrow screens. */
export function NavDrawer({ panel, open, onClose }: NavDrawerProps) {
  if (!open) return null
  return (
    <Drawer
      open
      placement="left"
      width="min(18rem, 100vw)"
      closable={false}
      autoFocus={false}
      aria-label="Menu"
      styles={{ body: { padding: 0 } }}
      getContainer={layerPlace}
      onClose={onClose}
    >
      <Top panel={panel} onClose={onClose} />
      <PanelNav panel={panel} onFollow={onClose} />
    </Drawer>
  )
}

function Top({ panel, onClose }: Pick<NavDrawerProps, 'panel' | 'onClose'>) {
  const close = useRef<HTMLButtonElement>(null)
  useLayer(close, onClose)
  return (
    <Flex justify="space-between" align="center">
      <Brand panel={panel} />
      <Button
        ref={close}
        type="text"
        icon={<X aria-hidden="true" />}
        aria-label="Close menu"
        onClick={onClose}
      />
    </Flex>
  )
}
