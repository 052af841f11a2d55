import 'react-dom/client';
import { chosenLanguage } from './language/chosen-language.ts';
import { startLanguage } from './language/start-language.ts';

/** React has been run by now: the rest is a task of its own, so that neither keeps the page from its operator. */
const inAnotherTask = () => new Promise<void>((resolve) => setTimeout(resolve));

// Modules read their texts when they run, so the catalogue of the chosen language is there before them.
void startLanguage(chosenLanguage(localStorage), document.documentElement)
  .then(inAnotherTask)
  .then(() => import(/* webpackMode: "eager" */ './start-console.tsx'));
