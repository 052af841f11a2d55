// The host's first module in development. React reports its components to this runtime, and remotes under development
// use the same one.
import * as refreshRuntime from 'react-refresh/runtime';

refreshRuntime.injectIntoGlobalHook(globalThis);
Object.assign(globalThis, { deviceConsoleRefresh: refreshRuntime });
