import { readDevelopmentDeclaration, type DevelopmentOverride } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { readDeclaration, type DeclarationPorts } from './read-declaration.ts';
import { t } from '../t.ts';

/** What was found where an override says that its build is. */
export type OverrideAnswer =
  | { readonly status: 'declared'; readonly release: ChosenRelease }
  | { readonly status: 'failed'; readonly error: RemoteLoadError };

/** Asks the dev server of an override what it has; never rejects. */
export type AskDevServer = (override: Pick<DevelopmentOverride, 'id' | 'origin'>) => Promise<OverrideAnswer>;

/** Reads `remote.json` from dev servers. */
export function createDevServerReader(ports: DeclarationPorts): AskDevServer {
  return async ({ id, origin }) => {
    const url = `${origin}/remote.json`;
    const remote = { id, version: 'under development' };
    const read = await readDeclaration(
      {
        url,
        remote,
        otherwise: t('Is it the dev server of {id}?', { id }),
        unreachable: t('Start the dev server; if it runs, let the browser ask this computer, and reload the page.'),
      },
      ports,
    );
    if (read.status === 'failed') return read;
    const declared = readDevelopmentDeclaration(read.body, id);
    if (declared.status === 'broken')
      return { status: 'failed', error: new RemoteLoadError('malformed', remote, `${url} ${declared.message}.`) };
    return {
      status: 'declared',
      release: {
        id,
        sequence: 0,
        baseUrl: `${origin}/`,
        publishedAt: '',
        declaration: declared.declaration,
        source: 'development',
        keyId: null,
      },
    };
  };
}
