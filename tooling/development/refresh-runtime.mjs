// First module of the host in development: React reports what it shows to this runtime, and remotes under development
// use the same one.
import * as refreshRuntime from 'react-refresh/runtime';

refreshRuntime.injectIntoGlobalHook(globalThis);
Object.assign(globalThis, { deviceConsoleRefresh: refreshRuntime });
