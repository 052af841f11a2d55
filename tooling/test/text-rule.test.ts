import { describe, it } from 'node:test';
import { join } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { RuleTester } from 'eslint';
import { rootDir } from '../lib/paths.mjs';
import { textsInCatalogues } from '../lib/texts/text-rule.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const rules = new RuleTester({ languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } } });
const imported = "import { t } from '../t.ts';\n";
const file = (name: string): string => join(rootDir, 'mf-devices', 'src', 'lookup', name);
const outside = [{ messageId: 'outside' }];

rules.run('D31 a text for people stands in t()', textsInCatalogues, {
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
    { name: 'a name that code gives', filename: file('x.ts'), code: "const a = { hint: 'userSessionHint' };" },
    { name: 'a key of an object', filename: file('x-texts.ts'), code: "const a = { 'not a text': 1 };" },
    { name: 'the shape of data', filename: file('x.ts'), code: "const a = { kind: 'Commands', id: 'Lock Device' };" },
  ],
  invalid: [
    {
      name: 'a label handed to a function that makes a column of it',
      filename: file('x.tsx'),
      code: `${imported}const a = figure('total', 'Not Found', 80);`,
      errors: outside,
    },
    {
      name: 'a sentence handed to a function',
      filename: file('x.ts'),
      code: `${imported}run.pause('authorization', \`Sign in as \${operator} to go on.\`);`,
      errors: outside,
    },
    {
      name: 'between tags',
      filename: file('x.tsx'),
      code: `${imported}const a = <p>Nothing was sent</p>;`,
      errors: outside,
    },
    {
      name: 'with values in it',
      filename: file('x.tsx'),
      code: `${imported}const a = <p>Sent by {user.email} today</p>;`,
      errors: [...outside, ...outside],
    },
    {
      name: 'in an attribute that people read',
      filename: file('x.tsx'),
      code: `${imported}const a = <p aria-label="Results" />;`,
      errors: outside,
    },
    {
      name: 'through a condition',
      filename: file('x.tsx'),
      code: `${imported}const a = { title: isOpen ? 'Open' : name };`,
      errors: outside,
    },
    {
      name: 'every literal of a file of texts',
      filename: file('x-messages.ts'),
      code: `${imported}export const a = { sentTo: (name: string) => \`Sent to \${name}\` };`,
      errors: outside,
    },
    {
      name: 'a sentence anywhere',
      filename: file('x.ts'),
      code: `${imported}const why = 'Nothing was sent.';`,
      errors: outside,
    },
    {
      name: 'braces of its own',
      filename: file('x.ts'),
      code: "const why = 'Nothing was {sent}.';",
      errors: outside,
    },
  ],
});
