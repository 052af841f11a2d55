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

/** Every package that has a translator, the common one first. A remote need not have a catalogue. */
const translatedPackages = () => ['shared-lib', 'shell', ...remoteIds()];

/**
 * Goes through the catalogues that every package has; `use` gets each with what belongs to it. Returns what is wrong in
 * the sources themselves.
 * @type {(use: (given: { packageName: string, language: string, texts: Set<string>, catalogue: Catalogue,
 *   common: Catalogue }) => void) => Promise<string[]>}
 */
async function eachCatalogue(use) {
  /** @type {string[]} */
  const inSources = [];
  const commons = readCatalogues(join(rootDir, 'shared-lib'));
  for (const packageName of translatedPackages()) {
    const { texts, problems } = await textsOf(packageName);
    inSources.push(...problems);
    for (const [language, catalogue] of readCatalogues(join(rootDir, packageName))) {
      const common = packageName === 'shared-lib' ? {} : (commons.get(language) ?? {});
      use({ packageName, language, texts, catalogue, common });
    }
  }
  return inSources;
}

/**
 * What is wrong with the catalogues of this repository.
 * @type {() => Promise<string[]>}
 */
export async function translationProblems() {
  /** @type {string[]} */
  const found = [];
  const inSources = await eachCatalogue(({ packageName, language, texts, catalogue, common }) => {
    const problems = catalogueProblems(texts, catalogue, common);
    found.push(...problems.map((problem) => `${packageName}/src/locales/${language}.json ${problem}`));
  });
  return [...inSources, ...found];
}

/**
 * Writes every catalogue anew, with an empty text for each that is to be translated; returns how many of each file
 * there are.
 * @type {() => Promise<{ file: string, empty: number }[]>}
 */
export async function writeCatalogues() {
  /** @type {{ file: string, empty: number }[]} */
  const written = [];
  await eachCatalogue(({ packageName, language, texts, catalogue, common }) => {
    const next = completed(texts, catalogue, common);
    const file = join(packageName, 'src', 'locales', `${language}.json`);
    writeFileSync(join(rootDir, file), `${JSON.stringify(next, null, 2)}\n`);
    written.push({ file, empty: Object.values(next).filter((text) => text === '').length });
  });
  return written;
}
