// Sets how queries wait and fail in component tests.
const { configure, getConfig } = require('@testing-library/dom');

const { getElementError } = getConfig();
/** True while a query is repeated until it finds something. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // Longer than the default of one second, so that a busy machine fails no test.
  asyncUtilTimeout: 30_000,
  // Prints the document once, after the wait, not for every attempt.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
});
