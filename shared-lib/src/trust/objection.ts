/** Why a remote may not have a name (D25). `listed`: config.json lists it for others, or for nobody. */
export type Objection =
  | { readonly why: 'unusable' }
  | { readonly why: 'host' }
  | { readonly why: 'listed'; readonly for: readonly string[] }
  | { readonly why: 'several'; readonly among: readonly string[] };
