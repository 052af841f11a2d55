// Jest's own runner, with the tests of each file in the order of TEST_SEED.
const { default: circus } = require('jest-circus/runner');
const { testSeed } = require('./lib/test-order.cjs');

/** @type {typeof circus} */
module.exports = (globalConfig, ...rest) => circus({ ...globalConfig, randomize: true, seed: testSeed() }, ...rest);
