/**
 * A webpack loader for the router's file, which contains all its components. Marks the calls that create them as pure,
 * so that unused ones are dropped, and removes their names for React's devtools. Its exports lead to its development
 * build even in production, so production turns off the warnings here.
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) =>
  source
    .replaceAll(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1')
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
    .replace('ENABLE_DEV_WARNINGS = true', "ENABLE_DEV_WARNINGS = process.env.NODE_ENV !== 'production'");
