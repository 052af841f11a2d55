import fc from 'fast-check';
import { groupOf, meaningOf, rules, wire } from './test-legacy-rules.ts';
import { contentsOf, legacyCalls, replied, sealedText } from './test-legacy.ts';

// A failure names its seed in the test's name; FUZZ_SEED=<seed> runs the same again.
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const options = { seed, numRuns: process.env['FULL'] === '1' ? 1000 : 40 };

const warnings = [
  '<br />\n<b>Warning</b>:  mysqli_query(): failed to open in <b>/www/a.php</b> on line <b>1</b><br />\n',
  '\nNotice: Undefined index: {id} in C:\\xampp\\a.php on line 20\n',
  'PHP Deprecated: strftime() in a.php on line 3\r\n',
  '\uFEFF',
  '\r\n',
  '<!-- cached -->',
  'Connected successfully',
];
const words = fc.array(fc.constantFrom(...warnings), { maxLength: 3 }).map((parts) => parts.join(''));
const extra = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Replies that are one object of JSON, whatever they mean. */
const objects = rules.filter(([, body]) => objectIn(wire(body({})).text) !== null);
const junk = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.jsonValue().map((value) => sealedText(JSON.stringify(value))),
);

describe(`D1a D1b W5 a back end that replies as untidily as can be, seed ${String(seed)}`, () => {
  it.each(legacyCalls)('%s: fields that nobody knows and words around a reply change nothing of it', async (name) => {
    const all = contentsOf(name);
    const property = fc.asyncProperty(
      fc.constantFrom(...objects),
      extra,
      words,
      words,
      async ([, body, meanings], more, before, after) => {
        const { status, text } = wire(body(all));
        const reply = { status, text: before + JSON.stringify({ ...more, ...objectIn(text) }) + after };
        expect(meaningOf(await replied(name, reply), name, all)).toBe(meanings[groupOf(name)]);
      },
    );
    await fc.assert(property, options);
  });

  it.each(legacyCalls)('%s: what is damaged is an answer or an ApiError', async (name) => {
    const whole = JSON.stringify({ status: 'success', message: 'Done', ...contentsOf(name) });
    const property = fc.asyncProperty(fc.nat(whole.length), junk, fc.boolean(), async (at, instead, isCut) => {
      await replied(name, { status: 200, text: whole.slice(0, at) + instead + (isCut ? '' : whole.slice(at + 1)) });
    });
    await fc.assert(property, options);
  });
});
