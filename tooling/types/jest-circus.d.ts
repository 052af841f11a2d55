// Types of jest's runner, which has none of its own.
declare module 'jest-circus/runner' {
  const runner: (globalConfig: object, ...rest: unknown[]) => Promise<unknown>;
  export default runner;
}
