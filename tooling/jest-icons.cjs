// lucide-react's CommonJS file makes its 1,700 drawings for each test file that loads it. Here only those are loaded
// that a test asks for.
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
