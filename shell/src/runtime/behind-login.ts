import '../frame/inter.css';

export { ConsoleRoutes } from '../routes/console-routes.tsx';

/** Fetches the code that deals with remotes: what it shares with this file is not in it again. */
export const remotesCode = () => import(/* webpackChunkName: "remotes" */ './start-remotes.ts');
