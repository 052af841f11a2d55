// A jest environment with the globals of the process itself: packages that node-runtime.cjs loads once per worker
// share them with all tests.
const { ModuleMocker } = require('jest-mock');

/** The globals that jest sets for a single file. */
const OF_ONE_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL'];

module.exports = class NodeEnvironment {
  constructor() {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = null;
    this.console = globalThis.console;
    this.exit = process.exit;
  }

  async setup() {}

  async teardown() {
    globalThis.console = this.console;
    process.exit = this.exit;
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (OF_ONE_FILE.includes(key.description ?? '')) Reflect.deleteProperty(globalThis, key);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
