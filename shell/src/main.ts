import { chosenLanguage } from './language/chosen-language.ts';
import { startLanguage } from './language/start-language.ts';

// Modules read their texts when they run, so the catalogue of the chosen language is there before them.
void startLanguage(chosenLanguage(localStorage), document.documentElement).then(
  () => import(/* webpackMode: "eager" */ './start-console.tsx'),
);
