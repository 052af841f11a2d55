import { Component, type ReactNode } from 'react';
import { RemoteLoadError } from '../releases/remote-load-error.ts';

interface BoundaryProps {
  /** What was thrown, as the failure that it is; nothing is shown until that is known. */
  readonly explain: (error: unknown) => RemoteLoadError | Promise<RemoteLoadError>;
  readonly onFailure: (error: RemoteLoadError) => void;
  readonly fallback: (error: RemoteLoadError) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasThrown: boolean;
  readonly failure: RemoteLoadError | null;
}

/** Keeps a part of a remote that throws while rendering to its own place. */
export class RemoteBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasThrown: false, failure: null };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown): void {
    const found = this.props.explain(error);
    if (found instanceof RemoteLoadError) this.fail(found);
    else void found.then((later) => this.fail(later));
  }

  private fail(failure: RemoteLoadError): void {
    this.setState({ failure });
    this.props.onFailure(failure);
  }

  override render(): ReactNode {
    const { hasThrown, failure } = this.state;
    if (!hasThrown) return this.props.children;
    return failure && this.props.fallback(failure);
  }
}
