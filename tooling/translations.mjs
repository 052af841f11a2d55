// `npm run translations`: brings the catalogues in line with the sources; what is to be translated is there with an
// empty text.
import { readCommand } from './lib/command-line.mjs';
import { writeCatalogues } from './lib/texts/compare-catalogues.mjs';

readCommand('translations');
for (const { file, empty } of await writeCatalogues())
  console.log(empty === 0 ? `${file} is complete.` : `${file}: texts without a translation: ${empty}.`);
