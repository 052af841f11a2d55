// lucide-react's CommonJS file creates its 1,700 icons for each test file that loads it. This loads only those that a
// test uses.
/** @type {(name: string) => string} */
const fileOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([a-z]{2})(\d)/g, '$1-$2')
    .toLowerCase();

module.exports = new Proxy(
  {},
  {
    get: (_target, name) =>
      name === '__esModule' ? true : require(`lucide-react/icons/${fileOf(String(name))}`).default,
  },
);
