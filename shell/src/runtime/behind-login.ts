import { watchInput } from '../session/keep-session.ts';

export { createIdentityPrompt } from '../identity/identity-question.tsx';
export { ConsoleRoutes } from '../routes/console-routes.tsx';

/** Watched from here on: before the login nobody asks for it. */
export const secondsSinceInput = watchInput(window, () => Date.now());

/** Fetches the code for remotes without the modules that this chunk already has. */
export const remotesCode = () => import(/* webpackChunkName: "remotes" */ './start-remotes.ts');
