import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Shows the failure and closes the part. */
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** A part of the shell that fails, or that can no longer be loaded, leaves the rest of the application usable. */
export class PartBoundary extends Component<PartBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
