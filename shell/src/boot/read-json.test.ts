import { readJson } from './read-json.ts';

const fetching = jest.spyOn(globalThis, 'fetch');

const reading = (text: string, status = 200) => {
  fetching.mockResolvedValueOnce(new Response(text, { status, headers: { date: 'Mon, 23 Nov 2026 10:00:00 GMT' } }));
  const dates: (string | null)[] = [];
  return readJson('/config.json', { cache: 'no-cache' }, ({ headers }) => dates.push(headers.get('Date'))).then(
    (document) => ({ document, dates }),
  );
};

const whole = '{\n  "apiBase": "/api/"\n}\n';

describe('reading config.json and registry.json', () => {
  it('W1 gives the document and its reply, and asks as it is told', async () => {
    const document = JSON.parse(whole);
    await expect(reading(whole)).resolves.toEqual({ document, dates: ['Mon, 23 Nov 2026 10:00:00 GMT'] });
    expect(fetching).toHaveBeenLastCalledWith('/config.json', { cache: 'no-cache' });
    await expect(reading(`\uFEFF${whole}`)).resolves.toMatchObject({ document });
  });

  it('W1 names the document that is not there', async () => {
    await expect(reading('', 404)).rejects.toThrow('/config.json answered 404');
  });

  it.each(['', '<!doctype html>', '{\n  "a": 1\n  "b": 2\n}'])(
    'W1 says of %j that it is not JSON, and why',
    async (text) => {
      const reason = await new Response(text).json().catch((error: Error) => error.message);
      await expect(reading(text)).rejects.toThrow(`/config.json is not JSON: ${reason}`);
    },
  );
});
