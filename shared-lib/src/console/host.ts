// What the host provides to remotes' screens by context; remotes cannot import it.
export { ConsoleContext } from './console-context.ts';
export { keptNowhere, lastSentAtom, provideSends, sentAtom } from '../data/react/host.ts';
export { REMOTE_STORAGE_LIMIT, RemoteContext } from './remote-storage.ts';
export { createListeners, createSubject, type Listeners, type Subject } from '../async/index.ts';
export { DataProvider } from '../data/react/index.ts';
