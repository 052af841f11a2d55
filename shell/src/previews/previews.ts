import { createSubject } from '@device-console/shared-lib/console/host';
import type { PreviewPage, PreviewRules, Previews, PreviewsState } from './preview.ts';

/** Fetches the code of previews when the registry holds one, or this page was opened by the link of one. */
export function createPreviews(page: PreviewPage): Previews {
  const { subscribe, getSnapshot, set } = createSubject<PreviewsState>(null);
  let rules: PreviewRules | undefined;
  return {
    subscribe,
    getSnapshot,
    releases: () => {
      const tried = getSnapshot()?.previews.filter(({ status }) => status === 'on') ?? [];
      return new Map(tried.map(({ release }) => [release.id, release]));
    },
    look: async (registry) => {
      if (!rules && !location.hash.startsWith('#preview=') && !registry.entries.some(({ preview }) => preview)) return;
      // Without this code live releases are shown; the next look fetches it again.
      const code = await import(/* webpackChunkName: "previews" */ './preview-rules.ts').catch(() => null);
      rules ??= code?.createPreviewRules(page, set);
      await rules?.look(registry);
    },
    failed: (release) => rules?.failed(release),
  };
}
