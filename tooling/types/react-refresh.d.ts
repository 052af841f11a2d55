// The part of React's refresh runtime that the host of a development console uses; it has no types of its own.
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(globalObject: object): void;
}
