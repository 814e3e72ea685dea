import { Component, type ReactNode } from 'react';

/** Shows something plainer in place of a part that could not be loaded or drawn, so that the screen around it stays. */
export class Fallible extends Component<{ children: ReactNode; fallback?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? (this.props.fallback ?? null) : this.props.children;
  }
}
