import { Modal as AntdModal, Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { layerPlace, useLayer } from './use-layer'

export interface ModalProps {
  open: boolean
  title: string
  onClose: () => void
  /** Fits an editor beside its preview, a form, or a sentence and two buttons. */
  size?: 'editor' | 'form' | 'question'
  children: ReactNode
  actions: ReactNode
}

const WIDTHS = { editor: '68rem', form: '36rem', question: '28rem' }

/** The body scrolls between the title and the buttons. */
const STYLES = {
  content: {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: 'calc(100dvh - 2rem)',
    padding: 0,
    border: '1px solid var(--color-border)',
  },
  header: { padding: 'var(--space-6) var(--space-6) var(--space-3)', margin: 0 },
  body: {
    // Hidden texts are placed in the body, so that they do not make the layer around the dialog scroll too.
    position: 'relative',
    minHeight: 0,
    padding: 'var(--space-1) var(--space-6)',
    overflowY: 'auto',
  },
  footer: { padding: 'var(--space-5) var(--space-6) var(--space-6)', margin: 0 },
} as const

/**
 * A dialog with a title, content and buttons. It is mounted only while it is open; its owner keeps what has to
 * outlive it.
 */
export function Modal({ open, title, onClose, size = 'question', children, actions }: ModalProps) {
  if (!open) return null
  // Unlike antd, leaves Escape to a field that uses it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (!event.isDefaultPrevented()) onClose()
  }
  return (
    <AntdModal
      open
      centered
      closable={false}
      width={WIDTHS[size]}
      styles={STYLES}
      // Opens without an animation, so that it answers at once.
      transitionName=""
      maskTransitionName=""
      getContainer={layerPlace}
      title={<Title onClose={onClose}>{title}</Title>}
      footer={
        <Flex wrap justify="flex-end" gap="small">
          {actions}
        </Flex>
      }
      onCancel={onClose}
      wrapProps={{ onKeyDown }}
    >
      {children}
    </AntdModal>
  )
}

function Title({ children, onClose }: { children: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayer(heading, onClose)
  return <h2 ref={heading}>{children}</h2>
}
