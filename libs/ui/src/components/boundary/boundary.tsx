import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** What may break without taking along what stands around it. */
  children: ReactNode
  /** What stands in its place then; `retry` draws the children once more. */
  fallback?: (thrown: unknown, retry: () => void) => ReactNode
  /** A change of it draws the children once more, too: where the person is, or what they asked for. */
  place?: unknown
  onFault: (thrown: unknown) => void
}

/** Holds what its children throw while they are drawn. */
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
