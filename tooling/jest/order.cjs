// Sorts the test files in the order of TEST_SEED.
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const { shuffled } = require('./test-order.cjs');

module.exports = class Shuffled extends Sequencer {
  /**
   * @override
   * @param {Parameters<Sequencer['sort']>[0]} tests
   */
  sort(tests) {
    return shuffled([...tests], ({ path, context }) => relative(context.config.rootDir, path));
  }
};
