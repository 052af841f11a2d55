// Under jest, each class name of a CSS Module is its own key.
module.exports = new Proxy(
  /** @type {Record<string | symbol, unknown>} */ ({ __esModule: false }),
  {
    get: (target, key) => (key in target ? target[key] : String(key)),
  },
);
