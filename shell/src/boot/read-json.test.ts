import { readJson } from './read-json.ts';

const served = (text: string, status = 200) => {
  const asked: [string, RequestInit | undefined][] = [];
  const fetchText = async (address: string, init?: RequestInit) => {
    asked.push([address, init]);
    return new Response(text, { status });
  };
  return { asked, fetchText };
};

const reading = (text: string, status?: number) => readJson('/config.json', {}, served(text, status).fetchText);

const whole = '{\n  "apiBase": "/api/"\n}\n';

describe('reading config.json and registry.json', () => {
  it('W1 gives the document, and asks as it is told', async () => {
    const { asked, fetchText } = served(whole);
    await expect(readJson('/registry.json', { cache: 'no-cache' }, fetchText)).resolves.toEqual(JSON.parse(whole));
    expect(asked).toEqual([['/registry.json', { cache: 'no-cache' }]]);
    await expect(reading(`\uFEFF${whole}`)).resolves.toEqual(JSON.parse(whole));
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
