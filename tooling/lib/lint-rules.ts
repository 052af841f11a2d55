// Our own lint rules, for this repository and for teams.
import type { Rule } from 'eslint';
import { refusalRule } from './refusals/lint-rule.ts';

const longest = 120;

const maxLen: Rule.RuleModule = {
  meta: { type: 'layout', schema: [], messages: { long: `This line has more than ${longest} columns.` } },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const [index, { length }] of sourceCode.lines.entries())
        if (length > longest) report({ loc: { line: index + 1, column: longest }, messageId: 'long' });
    },
  }),
};

export default { meta: { name: 'device-console' }, rules: { refused: refusalRule, 'max-len': maxLen } };
