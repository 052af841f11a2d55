import { watchInput } from '../session/input-watch.ts';

export { createIdentityPrompt } from '../identity/identity-prompt.ts';
export { ConsoleRoutes } from '../routes/console-routes.tsx';

/** Who is at the page: nobody is asked before the login. */
export const input = watchInput(window, () => Date.now());

/** Fetches the code that deals with remotes: what it shares with this file is not in it again. */
export const remotesCode = () => import(/* webpackChunkName: "remotes" */ './start-remotes.ts');
