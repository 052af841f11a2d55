import { failureText } from '@device-console/shared-lib/console';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { AskDevServer } from './dev-server.ts';
import type * as readers from './readers.ts';
import type { PreviewPorts, ReadPreviewFor } from './preview.ts';
import { t } from '../t.ts';

/** What reads dev servers and previews. */
type Readers = typeof readers;

/**
 * What reads dev servers and previews, fetched by the pages that have an override, and by those that ask for one. That
 * it does not come is an answer too.
 */
export function fetchedReaders(
  load: () => Promise<Readers>,
  ports: PreviewPorts,
): { readonly ask: AskDevServer; readonly readPreview: ReadPreviewFor } {
  let there: Readers | undefined;
  async function withReaders<Answer>(
    remote: { readonly id: string; readonly version: string },
    use: (fetched: Readers) => Promise<Answer>,
  ): Promise<Answer | { readonly status: 'failed'; readonly error: RemoteLoadError }> {
    try {
      there ??= await load();
    } catch (cause) {
      const why = failureText(cause);
      const detail = t("The console's own code for it could not be loaded ({why}). Retry, or reload the page.", {
        why,
      });
      return { status: 'failed', error: new RemoteLoadError('unreachable', remote, detail, { cause }) };
    }
    return use(there);
  }
  return {
    ask: (override) =>
      withReaders({ id: override.id, version: 'under development' }, ({ createDevServerReader }) =>
        createDevServerReader(ports)(override),
      ),
    readPreview: (wanted, email) =>
      withReaders({ id: wanted.id, version: wanted.version || 'as a preview' }, ({ createPreviewReader }) =>
        createPreviewReader(ports)(wanted, email),
      ),
  };
}
