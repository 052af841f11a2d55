import * as v from 'valibot';
import { calls, type CallName } from '../index.ts';
import { statedAnswer } from '../server.ts';

describe('lenient readers of answers', () => {
  const read = (name: CallName, answer: unknown): unknown => v.parse(calls[name].answer, answer);

  it('D21a keys come as a bare list or as items', () => {
    const key = { id: 1, key_name: 'Partner', status: 'active', created_at: null };
    const beyond = ['owner', 'expires_at', 'last_used_at', 'last_address', 'revoked_at', 'commands', 'networks'];
    const items = [
      {
        id: '1',
        key_name: 'Partner',
        status: 'active',
        created_at: '',
        per_minute: null,
        ...Object.fromEntries(beyond.map((name) => [name, ''])),
      },
    ];
    const days = { key_days: null, key_days_most: null };
    const answer = { status: 'success', message: '', items, ...days };
    expect(read('viewKeys', [key])).toEqual(answer);
    expect(read('viewKeys', { status: 'success', items: [key] })).toEqual(answer);
  });

  it('S9 a refused login has only status and message', () => {
    expect(read('login', { status: 'Error', message: 'Wrong password' })).toMatchObject({
      status: 'error',
      message: 'Wrong password',
      token: '',
      permissions: [],
    });
  });

  it('D1b an answer that says neither status nor message is known for it', () => {
    const read = (answer: unknown) => v.parse(statedAnswer, answer);
    expect(read({})).toEqual({ status: 'success', message: '', devices: null, isStated: false });
    expect(read({ message: null })).toMatchObject({ isStated: false });
    expect(read({ status: ' Success ' })).toEqual({ status: 'success', message: '', devices: null, isStated: true });
    expect(read({ message: 'Queued', devices: '12' })).toMatchObject({
      message: 'Queued',
      devices: 12,
      isStated: true,
    });
  });
});
