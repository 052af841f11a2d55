import { documentOf, variableNames } from './variables.ts';

/** Returns the variables of the environment as the table of the README. */
export function environmentTable(): string {
  const rows = variableNames.map((name) => {
    const { type, description, default: standard } = documentOf(name);
    return `| \`${name}\` | ${type} | ${description} | ${standard} |`;
  });
  return ['| variable | type | meaning | default |', '|---|---|---|---|', ...rows].join('\n');
}
