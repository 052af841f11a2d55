// How queries wait and fail in component tests.
const { configure, getConfig } = require('@testing-library/dom');

const { getElementError } = getConfig();
/** True while a query is repeated until it finds something. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // A busy machine must not fail a test: wait longer than a second for what follows a call.
  asyncUtilTimeout: 10_000,
  // Prints the document once, when the wait is over, not each time a query finds nothing.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
});
