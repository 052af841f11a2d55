// Jest's own runner, with the tests of each file in the order of TEST_SEED.
const v8 = require('node:v8');
const vm = require('node:vm');
const { default: circus } = require('jest-circus/runner');
const { testSeed } = require('./test-order.cjs');

// Each file runs its modules anew, so code seldom runs often enough to be worth optimizing or compiling early. By
// default, V8 spends a tenth of the time on it. In workers alone: V8 breaks off at a function whose file it read before
// the second flag.
if (process.send) {
  v8.setFlagsFromString('--interrupt-budget=500000');
  v8.setFlagsFromString('--max-lazy');
}

// Jest compiles react-dom and everything else again for each test file, which takes a tenth of the time. Here a worker
// keeps compiled code; each file still runs the modules anew, in its own context.
const { compileFunction, Script } = vm;
/** @type {Map<string, { readonly code: string, readonly script: vm.Script }>} */
const compiled = new Map();

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename = '', parsingContext } = options;
  if (!parsingContext) return compileFunction(source, parameters, options);
  const head = `(function (${parameters}) {`;
  const code = `${head}${source}\n})`;
  const known = compiled.get(filename);
  const script = known?.code === code ? known.script : new Script(code, { filename, columnOffset: -head.length });
  compiled.set(filename, { code, script });
  return script.runInContext(parsingContext);
};

/** @type {typeof circus} */
module.exports = (globalConfig, ...rest) => circus({ ...globalConfig, randomize: true, seed: testSeed() }, ...rest);
