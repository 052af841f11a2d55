/** Browsers keep to the stated type, send no referrer, and show nothing in a frame. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

/** What a browser may do with a reply, as headers by its kind; every server sends them, with errors too. */
export const securityHeaders = {
  /** Of the API, of figures, and of documents: opened as a page it runs nothing. */
  data: {
    ...everywhere,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  },
  /** The page, whose Content-Security-Policy is made of what is deployed; only hashed scripts run in it. */
  page: {
    ...everywhere,
    'Integrity-Policy': 'blocked-destinations=(script)',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  },
  /** A script or style: its policy matters only to workers. Frames and referrers do not concern scripts. */
  asset: {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  },
  /**
   * Of a store of remotes, for consoles of any origin. Opened as a page, an SVG with a script in it even, it runs
   * nothing and has no origin to read anything of. Scripts that a console loads are under the console's policy.
   */
  published: {
    ...everywhere,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  },
} as const;
