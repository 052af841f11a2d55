import * as v from 'valibot';

/** Failures while a connection is made: its name is looked up, it is opened, or the certificate there is checked. */
const whileConnecting = v.union([
  // A name with several addresses has the errors of all.
  v.object({ name: v.literal('AggregateError') }),
  v.object({ syscall: v.picklist(['connect', 'getaddrinfo']) }),
  v.object({ code: v.literal('UND_ERR_CONNECT_TIMEOUT') }),
  v.object({ code: v.pipe(v.string(), v.regex(/^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/)) }),
]);

/** True if nothing of a failed request has left, so that it is known not to have been carried out. */
export function wasNotSent(error: unknown): boolean {
  if (v.is(whileConnecting, error)) return true;
  return error instanceof Error && error.cause !== undefined && wasNotSent(error.cause);
}
