import { describe, it } from 'node:test';
import { join } from 'node:path';
import { RuleTester } from 'eslint';
import typescript from 'typescript-eslint';
import { rootDir } from '../lib/paths.mjs';
import { textPlugin } from '../lib/texts/text-rule.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const rules = new RuleTester({
  languageOptions: {
    parser: /** @type {import('eslint').Linter.Parser} */ (typescript.parser),
    parserOptions: { ecmaFeatures: { jsx: true } },
  },
});
const imported = "import { t } from '../t.ts';\n";
/** @type {(name: string) => string} */
const file = (name) => join(rootDir, 'mf-devices', 'src', 'lookup', name);
const outside = [{ messageId: 'outside' }];

rules.run('D31 a text for people stands in t()', textPlugin.rules['in-catalogues'], {
  valid: [
    { name: 'in t()', filename: file('x.tsx'), code: `${imported}const a = <p>{t('Nothing was sent')}</p>;` },
    { name: 'data', filename: file('x.tsx'), code: `${imported}const a = <p title={t.known(title)}>{title}</p>;` },
    {
      name: 'what no person reads',
      filename: file('x.tsx'),
      code: 'const a = <p className="is wide" id="one two" />;',
    },
    { name: 'signs without a word', filename: file('x.tsx'), code: 'const a = <p>· 1 %</p>;' },
    { name: 'an error for authors', filename: file('x.ts'), code: "throw new Error('No such screen here.');" },
    { name: 'a key of an object', filename: file('x-texts.ts'), code: "const a = { 'not a text': 1 };" },
    { name: 'the shape of data', filename: file('x.ts'), code: "const a = { kind: 'Commands', id: 'Lock Device' };" },
  ],
  invalid: [
    {
      name: 'a label handed to a function that makes a column of it',
      filename: file('x.tsx'),
      code: `${imported}const a = figure('total', 'Not Found', 80);`,
      output: `${imported}const a = figure('total', t('Not Found'), 80);`,
      errors: outside,
    },
    {
      name: 'between tags, with its import',
      filename: file('x.tsx'),
      code: `${imported}const a = <p>Nothing was sent</p>;`,
      output: `${imported}const a = <p>{t('Nothing was sent')}</p>;`,
      errors: outside,
    },
    {
      name: 'with values in it',
      filename: file('x.tsx'),
      code: `${imported}const a = <p>Sent by {user.email} today</p>;`,
      output: `${imported}const a = <p>{t('Sent by {email} today', { email: user.email })}</p>;`,
      errors: outside,
    },
    {
      name: 'in an attribute that people read',
      filename: file('x.tsx'),
      code: `${imported}const a = <p aria-label="Results" />;`,
      output: `${imported}const a = <p aria-label={t('Results')} />;`,
      errors: outside,
    },
    {
      name: 'through a condition',
      filename: file('x.tsx'),
      code: `${imported}const a = { title: isOpen ? 'Open' : name };`,
      output: `${imported}const a = { title: isOpen ? t('Open') : name };`,
      errors: outside,
    },
    {
      name: 'every literal of a file of texts',
      filename: file('x-messages.ts'),
      code: `${imported}export const a = { sentTo: (name: string) => \`Sent to \${name}\` };`,
      output: `${imported}export const a = { sentTo: (name: string) => t('Sent to {name}', { name }) };`,
      errors: outside,
    },
    {
      name: 'a sentence anywhere',
      filename: file('x.ts'),
      code: `${imported}const why = 'Nothing was sent.';`,
      output: `${imported}const why = t('Nothing was sent.');`,
      errors: outside,
    },
    {
      name: 'braces of its own, which no call can stand for',
      filename: file('x.ts'),
      code: "const why = 'Nothing was {sent}.';",
      output: null,
      errors: outside,
    },
    {
      name: 't without an import',
      filename: file('x.ts'),
      code: "import { a } from './a.ts';\nconst why = t('Nothing was sent.');",
      output: "import { a } from './a.ts';\nimport { t } from '../t.ts';\nconst why = t('Nothing was sent.');",
      errors: [{ messageId: 'noImport' }],
    },
  ],
});
