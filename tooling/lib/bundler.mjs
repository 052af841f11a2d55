// Which of the two bundlers that build remotes a plugin stands in.

/** True for a compiler of Rspack, false for one of webpack. */
export const isRspack = (compiler) => compiler.webpack.rspackVersion !== undefined;
