import type { RemoteFailureReport } from '../contract/index.ts';

/** Stack frames that distinguish failures. */
const TOP_FRAMES = 3;

/** What failures of one kind share: build, source, message and top of the stack. */
export function failureKey(failure: Omit<RemoteFailureReport, 'count' | 'owner' | 'sequence' | 'screen'>): string {
  const { remote, version, release, source, kind, message, stack } = failure;
  return [remote, version, release, source, kind, message, ...stack.split('\n').slice(0, TOP_FRAMES)].join('\n');
}
