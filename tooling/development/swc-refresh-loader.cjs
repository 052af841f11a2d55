// webpack loader: compiles TypeScript to JavaScript that registers its components, so that an edited one replaces the
// shown one.
const { transform } = require('@swc/core');

/**
 * The error's message without the compiler's own stack.
 * @type {(error: Error) => Error}
 */
const faultOf = (error) => new Error((error.message.split('\n\nCaused by:')[0] ?? '').trimEnd(), { cause: error });

/**
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function swcRefreshLoader(source) {
  const answer = this.async();
  transform(source, {
    filename: this.resourcePath,
    configFile: false,
    swcrc: false,
    sourceMaps: true,
    module: { type: 'es6' },
    jsc: {
      parser: { syntax: 'typescript', tsx: this.resourcePath.endsWith('x') },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: true, refresh: true } },
    },
  }).then(
    ({ code, map }) => answer(null, code, map),
    (error) => answer(faultOf(error)),
  );
};
