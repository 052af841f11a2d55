import { useSyncExternalStore, type ReactNode } from 'react';
import type { PreviewNoticesProps } from './preview.ts';

/** On every screen while a preview runs here. */
export function PreviewNotices({ previews, ...page }: PreviewNoticesProps): ReactNode {
  const state = useSyncExternalStore(previews.subscribe, previews.getSnapshot);
  return state && <state.Banner {...state} {...page} />;
}
