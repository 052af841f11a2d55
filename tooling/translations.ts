// `npm run translations`: updates the catalogues from the sources. A text without a translation gets an empty one.
import { readCommand } from './lib/command-line.mjs';
import { writeCatalogues } from './lib/texts/compare-catalogues.ts';

readCommand('translations');
for (const { file, empty } of await writeCatalogues())
  console.log(empty === 0 ? `${file} is complete.` : `${file}: texts without a translation: ${empty}.`);
