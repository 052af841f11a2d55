import type { RemoteFailureReport } from '../contract/index.ts';

/** How many stack frames distinguish failures. */
const TOP_FRAMES = 3;

/** What failures of one kind share: build, way to the operator, message and top of the stack. */
export function failureKey(failure: Omit<RemoteFailureReport, 'count' | 'owner' | 'sequence' | 'screen'>): string {
  const { remote, version, release, source, kind, message, stack } = failure;
  return [remote, version, release, source, kind, message, ...stack.split('\n').slice(0, TOP_FRAMES)].join('\n');
}
