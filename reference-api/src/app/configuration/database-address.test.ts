import { readSettings, readStoreSettings } from './environment.ts';

const own = { SHARED_KEY: 'a key of this test, long enough', GATEWAY: 'simulator' };

describe('the address of the database', () => {
  it.each([
    'postgres://console:secret@db.example.com/console',
    'postgres://console:secret@192.0.2.7:5432/console?sslmode=require',
    'postgres://console:secret@db/console?sslmode=disable',
    'postgres://console:secret@db/console?sslmode=verify-full&sslmode=disable',
    'postgres://console:secret@db/console?sslmode=verify-full&ssl=0&sslmode=no-verify',
    'postgres://console:secret@127.0.0.1/console?host=db.example.com',
    'postgres://console:secret@localhost/console?hostaddr=192.0.2.7',
    'postgres://console:secret@127.0.0.1,db.example.com/console',
    'postgres://console:secret@[2001:db8::7]/console',
  ])('on another machine needs verified TLS, and what lacks it ends the start in words: %s', (DATABASE_URL) => {
    const wanted = /^DATABASE_URL names a database on another machine, .* Add \?sslmode=verify-full to it(?!.*secret)/;
    expect(() => readSettings({ ...own, DATABASE_URL })).toThrow(wanted);
    expect(() => readStoreSettings({ DATABASE_URL })).toThrow(wanted);
  });

  it.each([
    'postgres://console:secret@db.example.com/console?sslmode=verify-full',
    'postgres://console:secret@db/console?statement_timeout=60000&sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem',
    'postgres://console:secret@127.0.0.1:5432/console',
    'postgres://localhost/console',
    'postgresql://[::1]/console',
    'postgres://console@localhost/console?host=%2Frun%2Fpostgresql',
    'postgres://console@%2Frun%2Fpostgresql/console',
    'postgres://console:secret@/console?host=/run/postgresql',
    'postgres:///console',
  ])('is taken with verified TLS, and on this machine without: %s', (url) => {
    expect(readSettings({ ...own, DATABASE_URL: url }).location).toEqual({ url });
  });

  it('that cannot be read is refused without repeating it', () => {
    const read = () => readSettings({ ...own, DATABASE_URL: 'postgres://console:secret@db:port/console' });
    expect(read).toThrow(/^DATABASE_URL cannot be read as an address(?!.*secret)/);
  });
});
