// In the words of Chromium and Firefox, and of Safari, which does not name the call.
const NODE_GONE = /removeChild|insertBefore|replaceChild|is not a child of|^The object can not be found here/;

/**
 * True if React did not find a node where it had put it: a page translator or another extension has changed the page.
 * It is nobody's failure, unless the code that calls the DOM is a remote's own.
 */
export const isPageChange = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError' && NODE_GONE.test(error.message);
