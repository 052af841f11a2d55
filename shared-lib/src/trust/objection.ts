/** Why a remote may not have a name (D25). Times are milliseconds since 1970. */
export type Objection =
  | { readonly why: 'unusable' }
  | { readonly why: 'host' }
  | { readonly why: 'kept'; readonly for: readonly string[] }
  | { readonly why: 'taken'; readonly by: string; readonly since: number }
  | { readonly why: 'tie'; readonly among: readonly string[] };
