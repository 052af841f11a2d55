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

const whole =
  '{\n  "apiBase": "/api/",\r\n  "list": [1, -2.5e+3, true, null, {}, []],\n  "text": "a\\u00e9 \\"quoted\\" ' +
  '\\\\"\n}\n';

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

  it.each([
    ['', 'line 1, column 1'],
    ['<!doctype html>\n<html></html>', 'line 1, column 1'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['{\n  "a": 1,\n}', 'line 3, column 1'],
    ['{"a": 1', 'line 1, column 8'],
    ['{"a": \'x\'}', 'line 1, column 7'],
    ['{"a": 1} }', 'line 1, column 10'],
    ['{\r\n"a": 01}', 'line 2, column 7'],
    ['{"a": "x\n"}', 'line 1, column 7'],
    ['{"a": undefined}', 'line 1, column 7'],
    ['{a: 1}', 'line 1, column 2'],
    ['[1,,2]', 'line 1, column 4'],
    ['{"a" 1}', 'line 1, column 6'],
    ['// the console\n{}', 'line 1, column 1'],
    ['{"a": [1, 2}', 'line 1, column 12'],
  ])('W1 says of %j that it is not JSON, and where: %s', async (text, place) => {
    await expect(reading(text)).rejects.toThrow(`/config.json is not JSON: see ${place}.`);
  });

  it('W1 whatever stands wrong or too much is found where JSON.parse stumbles', async () => {
    const letters = [...'{}[],:"\\ 0a1e-.tn'];
    const spoiled = [...whole].flatMap((_, at) => [
      whole.slice(0, at) + whole.slice(at + 1),
      ...letters.map((letter) => whole.slice(0, at) + letter + whole.slice(at)),
    ]);
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    expect(spoiled.length).toBeGreaterThan(1_500);
    const bad = spoiled.filter((text) => !isJson(text));
    const reports = await Promise.all(
      bad.map((text) =>
        reading(text).then(
          () => 'read',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(
      reports.filter((report) => !/^\/config\.json is not JSON: see line \d+, column \d+\.$/.test(report)),
    ).toEqual([]);
  });
});
