// The languages of a remote: each file of its src/locales becomes a file of the build. The titles that the menu shows
// before it fetches any file become part of the declaration.
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Remote } from '@device-console/shared-lib/remote';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { integrityOf } from './assets.ts';
import { readJson } from './paths.mjs';
import type { BundlerCompilation, BundlerParts } from './bundler.ts';

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

/** Emits a file for each language, without untranslated texts. Returns what the declaration says of them. */
export function emitLanguages(
  compilation: BundlerCompilation,
  { RawSource }: BundlerParts['sources'],
  { packageDir, remote }: { packageDir: string; remote: Remote },
): Pick<RemoteDeclaration, 'languages'> {
  const languages: NonNullable<RemoteDeclaration['languages']> = {};
  for (const [language, texts] of readCatalogues(packageDir)) {
    const translated = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const content = Buffer.from(`${JSON.stringify(translated)}\n`);
    const file = `language-${language}.${hash('sha256', content).slice(0, 12)}.json`;
    const titles = declaredTitles(remote).flatMap((title) =>
      translated[title] ? [[title, translated[title]] as const] : [],
    );
    compilation.emitAsset(file, new RawSource(content));
    languages[language] = { file, integrity: integrityOf(content), titles: Object.fromEntries(titles) };
  }
  return Object.keys(languages).length > 0 ? { languages } : {};
}
