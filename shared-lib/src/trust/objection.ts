/** Why a remote may not have a name (D25). `listed`: config.json lists it for another remote, or for none. */
export type Objection =
  | { readonly why: 'unusable' }
  | { readonly why: 'host' }
  | { readonly why: 'listed'; readonly for: readonly string[] }
  | { readonly why: 'several'; readonly among: readonly string[] };
