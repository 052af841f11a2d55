import { readSettings } from './environment.ts';

describe('mail settings', () => {
  const key = { SHARED_KEY: 'a key of our own, long enough', GATEWAY: 'simulator' };

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTls: true }],
    ['smtp://mail.example?requireTLS=false', { host: 'mail.example', port: 587, secure: false, requireTls: false }],
    [
      'smtps://a%40b:c%2Fd@mail.example',
      { host: 'mail.example', port: 465, secure: true, requireTls: true, user: 'a@b', password: 'c/d' },
    ],
    ['smtp://localhost:2525', { host: 'localhost', port: 2525, secure: false, requireTls: false }],
    ['smtp://[::1]:2525/', { host: '::1', port: 2525, secure: false, requireTls: false }],
  ])('reads SMTP_URL=%s', (url, smtp) => {
    expect(readSettings({ ...key, SMTP_URL: url }).smtp).toEqual(smtp);
  });

  it.each([
    'mail.example',
    'https://user:hidden@mail.example',
    'smtp://user:hidden@mail.example?tls=maybe',
    'smtp://user:hidden@mail.example/path',
  ])('refuses SMTP_URL=%s without repeating it', (url) => {
    expect(() => readSettings({ ...key, SMTP_URL: url })).toThrow(/^SMTP_URL must be smtp:\/\/user:password@host:port/);
    expect(() => readSettings({ ...key, SMTP_URL: url })).not.toThrow(/hidden/);
  });

  it("sends from the console's own name unless MAIL_FROM says otherwise", () => {
    const from = (env: Record<string, string>) => readSettings({ ...key, ...env }).mailFrom;
    expect(from({ PUBLIC_URL: 'https://console.example' })).toBe('Device Console <no-reply@console.example>');
    expect(from({ PUBLIC_URL: 'https://192.0.2.1' })).toBe('Device Console <no-reply@localhost>');
    expect(from({ MAIL_FROM: 'it@example.com' })).toBe('it@example.com');
    expect(() => from({ MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM="nobody" must be an address');
    expect(() => from({ MAIL_FROM: 'A <a@b.example>\r\nBcc: x@y.example' })).toThrow('must be an address');
  });
});
