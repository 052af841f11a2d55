/** Fetches the host's texts in a language other than English. */
export async function loadOwnCatalogue(id: string): Promise<unknown> {
  const module: { readonly default: unknown } = await import(
    /* webpackChunkName: "language-[request]" */ `../locales/${id}.json`
  );
  return module.default;
}
