import { wasNotSent } from './not-sent.ts';

const failure = (fields: object) => Object.assign(new Error('it failed'), fields);

it.each([
  { what: 'nobody listens', error: failure({ code: 'ECONNREFUSED', syscall: 'connect' }), expected: true },
  { what: 'no network', error: failure({ code: 'ENETUNREACH', syscall: 'connect' }), expected: true },
  { what: 'no way to the host', error: failure({ code: 'EHOSTUNREACH', syscall: 'connect' }), expected: true },
  { what: 'no answer to connecting', error: failure({ code: 'ETIMEDOUT', syscall: 'connect' }), expected: true },
  { what: 'the time to connect is over', error: failure({ code: 'UND_ERR_CONNECT_TIMEOUT' }), expected: true },
  { what: 'an unknown name', error: failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), expected: true },
  {
    what: 'no address of several answers',
    error: new AggregateError([failure({ code: 'ETIMEDOUT' })]),
    expected: true,
  },
  { what: 'a certificate of nobody known', error: failure({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), expected: true },
  {
    what: 'one of these inside',
    error: new Error('fetch', { cause: failure({ syscall: 'connect' }) }),
    expected: true,
  },
  { what: 'a host that went away', error: failure({ code: 'EHOSTUNREACH', syscall: 'read' }), expected: false },
  { what: 'a connection that went silent', error: failure({ code: 'ETIMEDOUT', syscall: 'read' }), expected: false },
  { what: 'a connection that broke', error: failure({ code: 'ECONNRESET', syscall: 'read' }), expected: false },
  { what: 'no answer in time', error: failure({ name: 'TimeoutError' }), expected: false },
  { what: 'no headers in time', error: failure({ code: 'UND_ERR_HEADERS_TIMEOUT' }), expected: false },
  { what: 'what is no error', error: 'a text', expected: false },
])('D17c after $what it is $expected that nothing was sent', ({ error, expected }) => {
  expect(wasNotSent(error)).toBe(expected);
});
