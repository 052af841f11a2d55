// Which test files begin: those that take longest, so that no core waits at the end for one of them. Jest itself goes
// by size, and the longest are small files that run suites of other files.
const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest first. */
const LONGEST = [
  'reference-api/src/store/postgres.test.ts',
  'shell/src/routes/access-matrix.test.tsx',
  'reference-api/src/app/chaos.test.ts',
  'reference-api/src/services/access-matrix.test.ts',
  'reference-api/src/store/sqlite.test.ts',
  'reference-api/src/backup/backup.test.ts',
];

/** @type {(path: string) => number} */
const placeOf = (path) => {
  const place = LONGEST.findIndex((name) => path.endsWith(`/${name}`));
  return place === -1 ? LONGEST.length : place;
};

module.exports = class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {Parameters<Sequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const bySize = await super.sort(tests);
    return bySize.toSorted((one, next) => placeOf(one.path) - placeOf(next.path));
  }
};
