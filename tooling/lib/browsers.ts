// The browsers that the console promises to run in; README.md and docs/browsers.md print them. Everything that builds
// for browsers goes by this list.

/** The first version of each. `light-dark()` in styles sets the floor of all but Firefox, whose is set by `:has()`. */
export const browsers = { Chrome: '123', Edge: '123', Firefox: '121', Safari: '17.5' } as const;

/** As browserslist and webpack take them. */
export const browserQueries = [
  ...Object.entries(browsers).map(([name, version]) => `${name.toLowerCase()} >= ${version}`),
  `ios_saf >= ${browsers.Safari}`,
];

/** As esbuild takes them. */
export const esbuildTargets = Object.entries(browsers).map(([name, version]) => `${name.toLowerCase()}${version}`);
