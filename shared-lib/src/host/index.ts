// For hosts of plain Module Federation that show screens of this console's remotes; remotes cannot import it.
export { createHost, type ConsoleHost, type ConsoleHostOptions, type ScreenPlace } from './create-host.tsx';
export { sharedModules, type SharedModule } from './shared-modules.ts';
