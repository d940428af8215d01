import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** Rendered in place of the children after an error; `retry` renders the children again. */
  fallback?: (thrown: unknown, retry: () => void) => ReactNode
  /** The children are also rendered again when this value changes, for example the address. */
  place?: unknown
  onFault: (thrown: unknown) => void
}

/** An error boundary: catches what its children throw during rendering. */
export class Boundary extends Component<BoundaryProps, { fault: { thrown: unknown } | null }> {
  override state: { fault: { thrown: unknown } | null } = { fault: null }

  static getDerivedStateFromError(thrown: unknown) {
    return { fault: { thrown } }
  }

  override componentDidCatch(thrown: unknown) {
    this.props.onFault(thrown)
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (this.state.fault && place !== this.props.place) this.#retry()
  }

  override render() {
    const { children, fallback } = this.props
    const { fault } = this.state
    return fault ? fallback?.(fault.thrown, this.#retry) : children
  }

  readonly #retry = () => this.setState({ fault: null })
}
