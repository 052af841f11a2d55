// A jest runtime for tests without a page. Packages are loaded once per worker, not once per file, and so stay
// optimised. Sources of this repository are loaded anew for each file, from code that was compiled for the first.
const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Modules that jest loads anew for each file: our own sources, and its globals. */
const OURS = /^(\.|\/|@device-console\/|@jest\/globals$)/;

/** @type {Map<string, Buffer>} */
const compiled = new Map();

/** @type {(source: string, filename: string, parameters: readonly string[]) => ReturnType<typeof compileFunction>} */
function compile(source, filename, parameters) {
  const cachedData = compiled.get(filename);
  const made = compileFunction(source, parameters, { filename, cachedData, produceCachedData: !cachedData });
  if (made.cachedData) compiled.set(filename, made.cachedData);
  return made;
}

class NodeRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} options */
  constructor(...options) {
    super(...options);
    /** @type {{ compile(source: string, filename: string): unknown, injectedModuleParameters: readonly string[] }} */
    const executor = this['executor'];
    executor.compile = (source, filename) => compile(source, filename, executor.injectedModuleParameters);
  }

  /**
   * @override
   * @template [Loaded=unknown]
   * @param {string} from
   * @param {string} name
   * @returns {Loaded}
   */
  requireModuleOrMock(from, name) {
    return OURS.test(name) || isBuiltin(name) ? super.requireModuleOrMock(from, name) : createRequire(from)(name);
  }
}

module.exports = { __esModule: true, default: NodeRuntime };
