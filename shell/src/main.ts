import { chosenLanguage, startLanguage } from './language/start-language.ts';

// An unsupported browser shows why by check-browser.ts.
const isSupported = !document.documentElement.hasAttribute('data-unsupported');
// Load the catalogue first: modules read their texts when they run.
if (isSupported)
  void startLanguage(chosenLanguage(localStorage), document.documentElement).then(
    () => import(/* webpackMode: "eager" */ './start-console.tsx'),
  );
