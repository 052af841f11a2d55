import { isPreviewName, isRemoteId, type PreviewName } from '@device-console/shared-lib/trust';

/** What the link of a dev server fills in; the fragment reaches no server. */
export interface DevelopmentLink {
  readonly id: string;
  readonly address: string;
}

const fieldsOf = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''));

/** Reads `#develop=mf-reports&from=http://localhost:3401`, as `npm run dev` prints it; null for any other fragment. */
export function readDevelopmentLink(hash: string): DevelopmentLink | null {
  const fields = fieldsOf(hash);
  const id = fields.get('develop');
  return id === null ? null : { id, address: fields.get('from') ?? '' };
}

/** What the link of a preview names: one that may be there, or nothing that can be one. */
export type PreviewLink = ({ readonly status: 'named' } & PreviewName) | { readonly status: 'damaged' };

/** Reads `#preview=mf-reports/<name>`, as `publish-remote --preview` prints it; null for any other fragment. */
export function readPreviewLink(hash: string): PreviewLink | null {
  const field = fieldsOf(hash).get('preview');
  if (field === null) return null;
  const [id = '', name = '', ...more] = field.split('/');
  return isRemoteId(id) && isPreviewName(name) && more.length === 0
    ? { status: 'named', id, name }
    : { status: 'damaged' };
}
