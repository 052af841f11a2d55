import { readServerTime } from './index.ts';

const start = Date.parse('2026-11-12T10:00:00Z');

describe('D1a D4 times of a server', () => {
  it('D4 reads ISO 8601 with its zone, whatever the zone of the server', () => {
    for (const text of [
      '2026-11-12T10:00:00Z',
      '2026-11-12T10:00:00.000Z',
      '2026-11-12T15:30:00+05:30',
      ' 2026-11-12T10:00Z ',
    ]) {
      expect(readServerTime(text, 'America/New_York')).toBe(start);
    }
  });

  it("D1a reads a zoneless time in the server's zone", () => {
    expect(readServerTime('2026-11-12 15:30:00', 'Asia/Kolkata')).toBe(start);
    expect(readServerTime('2026-11-12 10:00:00', 'UTC')).toBe(start);
    expect(readServerTime('2026-11-12T05:00', 'America/New_York')).toBe(start);
  });

  it('D1a knows the days on which the clocks change', () => {
    expect(readServerTime('2026-03-29 01:30:00', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T00:30:00Z'));
    expect(readServerTime('2026-03-29 03:30:00', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00Z'));
    expect(readServerTime('2026-10-25 12:00:00', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T11:00:00Z'));
    expect(readServerTime('2026-10-25 00:30:00', 'Europe/Berlin')).toBe(Date.parse('2026-10-24T22:30:00Z'));
  });

  it('D1a gives null for what is no time', () => {
    for (const text of [
      '',
      'never',
      '1763000000',
      '2026-13-01 00:00:00',
      '2026-02-30 00:00:00',
      '2026-11-12 25:00:00',
      '2026-11-12',
      '12/11/2026 10:00',
      '2026-13-01T00:00:00Z',
    ]) {
      expect(readServerTime(text, 'UTC')).toBeNull();
    }
  });
});
