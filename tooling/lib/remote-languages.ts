// The languages of a remote: each file of its src/locales becomes a file of the build. The titles that the menu shows
// before it fetches any file become part of the declaration.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { integrityOf } from './assets.ts';
import { readJson } from './paths.mjs';
import type { BundlerCompilation, BundlerParts } from './bundler.ts';
import type { Remote } from '@device-console/shared-lib/remote';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';

export function declaredTitles({ screens, contributions = {} }: Pick<Remote, 'screens' | 'contributions'>): string[] {
  const { deviceActions = [], devicePanels = [], homePanels = [], searchCommands = [] } = contributions;
  const titled = [...screens, ...deviceActions, ...devicePanels, ...homePanels, ...searchCommands];
  return [...new Set(titled.map(({ title }) => title))];
}

/** The catalogues in `src/locales`, by language. Each maps English texts to translations. */
export function readCatalogues(packageDir: string): Map<string, Record<string, string>> {
  const folder = join(packageDir, 'src', 'locales');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return new Map(
    files.toSorted().map((name) => [basename(name, '.json'), readJson(join(folder, name)) as Record<string, string>]),
  );
}

/** Leaves out untranslated texts. */
function languagesOf(packageDir: string, remote: Remote) {
  return [...readCatalogues(packageDir)].map(([language, texts]) => {
    const translated = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const content = Buffer.from(`${JSON.stringify(translated)}\n`);
    const name = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const titles = declaredTitles(remote).flatMap((title) =>
      translated[title] ? [[title, translated[title]] as const] : [],
    );
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

export function emitLanguages(
  compilation: BundlerCompilation,
  { RawSource }: BundlerParts['sources'],
  { packageDir, remote }: { packageDir: string; remote: Remote },
): Pick<RemoteDeclaration, 'languages'> {
  const languages = languagesOf(packageDir, remote);
  for (const { content, declared } of languages) compilation.emitAsset(declared.file, new RawSource(content));
  if (languages.length === 0) return {};
  return { languages: Object.fromEntries(languages.map(({ language, declared }) => [language, declared])) };
}
