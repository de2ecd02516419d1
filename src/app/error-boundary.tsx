import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Makes a second try possible before the children are drawn again. */
  onRetry?: () => void
}

/** A class because React has no other way to catch what fails while drawing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('something empty was thrown') }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <ErrorScreen
        error={this.state.error}
        onRetry={() => {
          this.props.onRetry?.()
          this.setState({ error: undefined })
        }}
      />
    )
  }
}
