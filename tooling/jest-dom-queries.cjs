// How queries wait and fail in component tests.
const { configure, getConfig } = require('@testing-library/dom');

const { getElementError } = getConfig();
/** True while a query is repeated until something is there. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // A busy machine fails no test: what comes after a call is waited for longer than a second.
  asyncUtilTimeout: 10_000,
  // The document is printed once, at the end of the waiting, not each time that a query finds nothing.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
});
