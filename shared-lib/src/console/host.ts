// What the host gives to the screens of remotes by context; no remote is given it.
export { createBatchHandovers, type BatchHandovers, type HandedOver } from './batch-handovers.ts';
export { ConsoleContext } from './console-context.ts';
export { REMOTE_STORAGE_LIMIT, RemoteContext } from './remote-storage.ts';
export { createListeners, createSubject, type Listeners, type Subject } from './subject.ts';
