import { useEffect, useState } from 'react';
import type { ChosenRelease } from '../releases/release.ts';
import { renderErrorOf, type RemoteLoadError } from '../releases/remote-load-error.ts';
import type { PartLoader } from './remote-loader.ts';

/** How far the code of a part is. */
export type PartPhase<Module> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly module: Module }
  | { readonly status: 'failed'; readonly error: RemoteLoadError };

/**
 * The code of one part of a remote. One attempt for the life of the component: the next one is another component, by
 * its key. `loader` and `onFailure` must not change between renders.
 */
export function usePart<Module>(
  loader: PartLoader<Module>,
  release: ChosenRelease,
  id: string,
  onFailure: (release: ChosenRelease) => unknown,
): PartPhase<Module> {
  const [phase, setPhase] = useState<PartPhase<Module>>(() => {
    const module = loader.loaded(release, id);
    return module ? { status: 'ready', module } : { status: 'loading' };
  });
  useEffect(() => {
    let wanted = true;
    loader.load(release, id).then(
      (module) => wanted && setPhase((now) => (now.status === 'ready' ? now : { status: 'ready', module })),
      (error: unknown) => {
        if (!wanted) return;
        setPhase({ status: 'failed', error: renderErrorOf(release, error) });
        void onFailure(release);
      },
    );
    return () => {
      wanted = false;
    };
  }, [release, id, loader, onFailure]);
  return phase;
}
