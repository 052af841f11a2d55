// As much of React's refresh runtime, which has no types of its own, as the host of a development console uses.
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(globalObject: object): void;
}
