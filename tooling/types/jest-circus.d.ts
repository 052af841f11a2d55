// Jest's runner, which comes without types.
declare module 'jest-circus/runner' {
  const runner: (globalConfig: object, ...rest: unknown[]) => Promise<unknown>;
  export default runner;
}
