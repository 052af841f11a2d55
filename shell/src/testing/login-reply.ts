/** The session lasts an hour. */
export const loginReply = (more: { token?: string; email?: string; userlevel?: string; expiry?: string } = {}) => ({
  status: 'success' as const,
  message: '',
  token: 'the next',
  email: 'operator@example.com',
  userlevel: 'ADMIN',
  loggedin: 'loginValidated',
  expiry: new Date(Date.now() + 3_600_000).toISOString(),
  permissions: null,
  ...more,
});
