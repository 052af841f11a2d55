/** Browsers respect the stated type, send no referrer, and allow no frames. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

/** Security headers by kind of reply; every server sends them, with errors too. */
export const securityHeaders = {
  /** For the API, figures and documents: opened as a page, they run nothing. */
  data: {
    ...everywhere,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  },
  /** For the page, whose Content-Security-Policy depends on what is deployed; only hashed scripts run in it. */
  page: {
    ...everywhere,
    'Integrity-Policy': 'blocked-destinations=(script)',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  },
  /** For a script or style: its policy matters only to workers. Frames and referrers do not concern scripts. */
  asset: {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  },
  /**
   * For a store of remotes, for consoles of any origin. Opened as a page, even an SVG with a script runs nothing and
   * has no origin to read from. Scripts that a console loads are under the console's policy.
   */
  published: {
    ...everywhere,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  },
} as const;
