import {
  examinePreview,
  type PreviewName,
  type PreviewRules,
  type RemotePreview,
} from '@device-console/shared-lib/trust';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { previewUrl } from './preview-url.ts';
import { readDeclaration, type DeclarationPorts } from './read-declaration.ts';
import { t } from '../t.ts';

/** A preview that this account may use here and now. */
export interface UsablePreview {
  readonly preview: RemotePreview;
  /** How long it lasts from now by the server's time, in milliseconds. */
  readonly lastsMs: number;
}

/** What asking for a preview came to. */
export type PreviewAnswer =
  | { readonly status: 'usable'; readonly found: UsablePreview }
  | { readonly status: 'failed'; readonly error: RemoteLoadError };

/** Reads and verifies a preview for an account; never rejects. */
export type ReadPreviewFor = (
  wanted: PreviewName & { readonly version?: string },
  email: string,
) => Promise<PreviewAnswer>;

/** What previews are read and verified with. */
export interface PreviewPorts extends DeclarationPorts, Pick<PreviewRules, 'keys' | 'epoch' | 'verify'> {
  /** The server's time as well as it is known, in milliseconds since 1970. */
  readonly now: () => number;
  /** Address of registry.json, which previews lie beside. */
  readonly registryUrl: string;
  /** The page's own address. */
  readonly pageUrl: string;
  /** The origins that the page may load from; null where that is not known, because the registry could not be read. */
  readonly allowedOrigins: () => Promise<ReadonlySet<string> | null>;
}

/** Makes what reads the previews of one console. */
export function createPreviewReader({ now, allowedOrigins, ...ports }: PreviewPorts): ReadPreviewFor {
  async function unreachableFrom({ baseUrl }: RemotePreview): Promise<string | null> {
    const { origin } = new URL(baseUrl, ports.pageUrl);
    const allowed = await allowedOrigins();
    if (allowed?.has(origin) ?? true) return null;
    const named = "its security policy names the origins of the registry's entries, and none is there";
    return `this page may not load from ${origin}: ${named}`;
  }

  return async ({ id, name, version = '' }, email) => {
    const remote = { id, version: version || 'as a preview' };
    const refused = (message: string): PreviewAnswer => ({
      status: 'failed',
      error: new RemoteLoadError('preview-refused', remote, `It is not used: ${message}.`),
    });
    const read = await readDeclaration(
      {
        url: previewUrl({ id, name }, ports),
        remote,
        otherwise: t(
          'Previews are deleted some time after they have expired; see that the address is whole, or ask its ' +
            'team for another.',
        ),
        unreachable: t('Look at the server of registry.json, and try again.'),
      },
      ports,
    );
    if (read.status === 'failed') return read;
    const result = await examinePreview(read.body, { id, name }, { ...ports, email, now: now() });
    if (result.status === 'refused') return refused(result.message);
    const { preview } = result;
    const outOfReach = await unreachableFrom(preview);
    if (outOfReach !== null) return refused(outOfReach);
    return { status: 'usable', found: { preview, lastsMs: Date.parse(preview.expiresAt) - now() } };
  };
}
