// Compares catalogues with the texts of the sources, and adds what they lack.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { messageOf } from '../errors.mjs';
import { remoteIds, rootDir } from '../paths.mjs';
import { readCatalogues } from '../remote-languages.ts';
import { textsOf } from './extract-texts.ts';

type Catalogue = Record<string, string>;

/** The names of a text's placeholders, including those within plurals. */
function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner = 'options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : [];
    return [element.value, ...inner];
  });
}

const placeholders = (text: string): string => [...new Set(namesIn(parse(text)))].toSorted().join(', ');

function faultOf(text: string, translation: string): string | null {
  try {
    const wanted = placeholders(text);
    const given = placeholders(translation);
    return wanted === given
      ? null
      : `has the placeholders ${given || 'none'} instead of ${wanted || 'none'}: "${text}"`;
  } catch (error) {
    return `is no text in the syntax of ICU (${messageOf(error)}): "${text}"`;
  }
}

/**
 * The problems of a package's catalogue: missing, unused and faulty texts. `common` is shared-lib's catalogue of the
 * same language, which counts for all packages.
 */
export function catalogueProblems(texts: ReadonlySet<string>, catalogue: Catalogue, common: Catalogue = {}): string[] {
  const missing = [...texts].filter((text) => !catalogue[text] && !common[text]).map((text) => `lacks "${text}"`);
  const unused = Object.keys(catalogue).filter((text) => !texts.has(text));
  const faults = Object.entries(catalogue).flatMap(([text, translation]) =>
    translation === '' ? [] : [faultOf(text, translation) ?? []].flat(),
  );
  return [...missing, ...unused.map((text) => `has "${text}", which is no text any more`), ...faults];
}

/** The catalogue in alphabetical order, with an empty entry for each missing text and without unused ones. */
export function completed(texts: ReadonlySet<string>, catalogue: Catalogue, common: Catalogue = {}): Catalogue {
  const kept = [...texts].filter((text) => catalogue[text] || !common[text]);
  return Object.fromEntries(kept.toSorted().map((text) => [text, catalogue[text] ?? '']));
}

/**
 * The catalogues of this repository, each with its package's texts, and the problems in the sources themselves.
 * shared-lib's come first; a remote may have none.
 */
async function allCatalogues() {
  const commons = readCatalogues(join(rootDir, 'shared-lib'));
  const packages = await Promise.all(
    ['shared-lib', 'shell', ...remoteIds()].map(async (name) => ({ name, ...(await textsOf(name)) })),
  );
  const catalogues = packages.flatMap(({ name, texts }) =>
    [...readCatalogues(join(rootDir, name))].map(([language, catalogue]) => ({
      file: `${name}/src/locales/${language}.json`,
      texts,
      catalogue,
      common: name === 'shared-lib' ? {} : (commons.get(language) ?? {}),
    })),
  );
  return { catalogues, problems: packages.flatMap(({ problems }) => problems) };
}

export async function translationProblems(): Promise<string[]> {
  const { catalogues, problems } = await allCatalogues();
  const found = catalogues.flatMap(({ file, texts, catalogue, common }) =>
    catalogueProblems(texts, catalogue, common).map((problem) => `${file} ${problem}`),
  );
  return [...problems, ...found];
}

/** Adds an empty entry for each untranslated text. `empty` is the number of these entries. */
export async function writeCatalogues(): Promise<{ file: string; empty: number }[]> {
  const { catalogues } = await allCatalogues();
  return catalogues.map(({ file, texts, catalogue, common }) => {
    const next = completed(texts, catalogue, common);
    writeFileSync(join(rootDir, file), `${JSON.stringify(next, null, 2)}\n`);
    return { file, empty: Object.values(next).filter((text) => text === '').length };
  });
}
