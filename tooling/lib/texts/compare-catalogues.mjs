// Compares catalogues with the texts of the sources, and writes what they lack.
/** @import { MessageFormatElement } from '@formatjs/icu-messageformat-parser' */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { messageOf } from '../errors.mjs';
import { remoteIds, rootDir } from '../paths.mjs';
import { readCatalogues } from '../remote-languages.mjs';
import { textsOf } from './extract-texts.mjs';

/** @typedef {Record<string, string>} Catalogue */

/**
 * The names of a text's placeholders, those within plurals included.
 * @type {(elements: readonly MessageFormatElement[]) => string[]}
 */
function namesIn(elements) {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner = 'options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : [];
    return [element.value, ...inner];
  });
}

/** @type {(text: string) => string} */
const placeholders = (text) => [...new Set(namesIn(parse(text)))].toSorted().join(', ');

/**
 * What is wrong with a translation; null when nothing is.
 * @type {(text: string, translation: string) => string | null}
 */
function faultOf(text, translation) {
  try {
    const [wanted, given] = [placeholders(text), placeholders(translation)];
    return wanted === given
      ? null
      : `has the placeholders ${given || 'none'} instead of ${wanted || 'none'}: "${text}"`;
  } catch (error) {
    return `is no text in the syntax of ICU (${messageOf(error)}): "${text}"`;
  }
}

/**
 * What is wrong with the catalogue of a package, by its texts and by those that shared-lib's catalogue of the same
 * language has for all.
 * @type {(texts: ReadonlySet<string>, catalogue: Catalogue, common?: Catalogue) => string[]}
 */
export function catalogueProblems(texts, catalogue, common = {}) {
  const missing = [...texts].filter((text) => !catalogue[text] && !common[text]).map((text) => `lacks "${text}"`);
  const unused = Object.keys(catalogue).filter((text) => !texts.has(text));
  const faults = Object.entries(catalogue).flatMap(([text, translation]) =>
    translation === '' ? [] : [faultOf(text, translation) ?? []].flat(),
  );
  return [...missing, ...unused.map((text) => `has "${text}", which is no text any more`), ...faults];
}

/**
 * The catalogue with a place for each text that it lacks, without those that are no texts any more, in the order of the
 * alphabet.
 * @type {(texts: ReadonlySet<string>, catalogue: Catalogue, common?: Catalogue) => Catalogue}
 */
export function completed(texts, catalogue, common = {}) {
  const kept = [...texts].filter((text) => catalogue[text] || !common[text]);
  return Object.fromEntries(kept.toSorted().map((text) => [text, catalogue[text] ?? '']));
}

/**
 * The catalogues of this repository, each with what belongs to it, and what is wrong in the sources themselves. The
 * common ones come first; a remote need not have any.
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

/**
 * What is wrong with the catalogues of this repository.
 * @type {() => Promise<string[]>}
 */
export async function translationProblems() {
  const { catalogues, problems } = await allCatalogues();
  const found = catalogues.flatMap(({ file, texts, catalogue, common }) =>
    catalogueProblems(texts, catalogue, common).map((problem) => `${file} ${problem}`),
  );
  return [...problems, ...found];
}

/**
 * Writes every catalogue anew, with an empty text for each that is to be translated; returns how many of each file
 * there are.
 * @type {() => Promise<{ file: string, empty: number }[]>}
 */
export async function writeCatalogues() {
  const { catalogues } = await allCatalogues();
  return catalogues.map(({ file, texts, catalogue, common }) => {
    const next = completed(texts, catalogue, common);
    writeFileSync(join(rootDir, file), `${JSON.stringify(next, null, 2)}\n`);
    return { file, empty: Object.values(next).filter((text) => text === '').length };
  });
}
