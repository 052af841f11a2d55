/**
 * A webpack loader for the router's file, which holds every component that it has: what makes them runs nothing, so
 * those that nobody uses can be left out. Their names for React's devtools go with them.
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) =>
  source
    .replaceAll(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1')
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '');
