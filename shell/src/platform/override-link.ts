/** Prefilled by a dev server's link, in the fragment, which no server sees. */
export interface DevelopmentLink {
  readonly id: string;
  readonly address: string;
}

/** Reads `#develop=mf-reports&from=http://localhost:3401`, as printed by `npm run dev`; null for any other fragment. */
export function readDevelopmentLink(hash: string): DevelopmentLink | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const id = fields.get('develop');
  return id === null ? null : { id, address: fields.get('from') ?? '' };
}
