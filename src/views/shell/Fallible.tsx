import { Component, type ReactNode } from 'react';

/** Shows a fallback for a part that failed to load or render, so that the rest of the screen stays. */
export class Fallible extends Component<{ children: ReactNode; fallback?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? (this.props.fallback ?? null) : this.props.children;
  }
}
