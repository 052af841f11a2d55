import { chosenLanguage, startLanguage } from './language/start-language.ts';

// Load the catalogue first: modules read their texts when they run.
void startLanguage(chosenLanguage(localStorage), document.documentElement).then(
  () => import(/* webpackMode: "eager" */ './start-console.tsx'),
);
