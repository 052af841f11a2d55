import type { RemoteFailureReport } from '../contract/index.ts';

/** How many frames tell one failure from another. */
const TOP_FRAMES = 3;

/** What makes failures one kind: build, way to the operator, message and top of the stack. */
export function failureKey(failure: Omit<RemoteFailureReport, 'count' | 'owner' | 'sequence' | 'screen'>): string {
  const { remote, version, release, source, kind, message, stack } = failure;
  return [remote, version, release, source, kind, message, ...stack.split('\n').slice(0, TOP_FRAMES)].join('\n');
}
