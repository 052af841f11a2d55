// The languages of a remote: each file of its src/locales becomes a file of the build. The titles that the menu shows
// before it fetches any file become part of the declaration.
/** @import { BundlerCompilation, BundlerParts } from './bundler.mjs' */
/** @import { Remote } from '@device-console/shared-lib/remote' */
/** @import { RemoteDeclaration } from '@device-console/shared-lib/remote/host' */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { integrityOf } from './assets.mjs';
import { readJson } from './paths.mjs';

/** @typedef {NonNullable<RemoteDeclaration['languages']>[string]} DeclaredLanguage */

/** @type {(remote: Pick<Remote, 'screens' | 'contributions'>) => string[]} */
export function declaredTitles({ screens, contributions = {} }) {
  const { deviceActions = [], devicePanels = [], homePanels = [], searchCommands = [] } = contributions;
  const titled = [...screens, ...deviceActions, ...devicePanels, ...homePanels, ...searchCommands];
  return [...new Set(titled.map(({ title }) => title))];
}

/**
 * The catalogues in `src/locales`, by language. Each maps English texts to translations.
 * @type {(packageDir: string) => Map<string, Record<string, string>>}
 */
export function readCatalogues(packageDir) {
  const folder = join(packageDir, 'src', 'locales');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return new Map(
    files
      .toSorted()
      .map((name) => [basename(name, '.json'), /** @type {Record<string, string>} */ (readJson(join(folder, name)))]),
  );
}

/**
 * Leaves out untranslated texts.
 * @type {(packageDir: string, remote: Remote) =>
 *   { language: string, content: Buffer, declared: DeclaredLanguage }[]}
 */
function languagesOf(packageDir, remote) {
  return [...readCatalogues(packageDir)].map(([language, texts]) => {
    const translated = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const content = Buffer.from(`${JSON.stringify(translated)}\n`);
    const name = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const titles = declaredTitles(remote).flatMap((title) => (translated[title] ? [[title, translated[title]]] : []));
    return {
      language,
      content,
      declared: {
        file: `language-${language}.${name}.json`,
        integrity: integrityOf(content),
        titles: Object.fromEntries(titles),
      },
    };
  });
}

/**
 * @type {(compilation: BundlerCompilation, sources: BundlerParts['sources'], options: { packageDir: string, remote:
 *   Remote }) => Pick<RemoteDeclaration, 'languages'>}
 */
export function emitLanguages(compilation, { RawSource }, { packageDir, remote }) {
  const languages = languagesOf(packageDir, remote);
  for (const { content, declared } of languages) compilation.emitAsset(declared.file, new RawSource(content));
  if (languages.length === 0) return {};
  return { languages: Object.fromEntries(languages.map(({ language, declared }) => [language, declared])) };
}
