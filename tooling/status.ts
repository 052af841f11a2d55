// `npx device-console status`: which release of each remote is live, who signed it, and whether it is unchanged.
import { deployedConsole } from './lib/publishing/deployed-console.ts';
import { runCommand } from './lib/command-line.mjs';
import { type StatusRow, headings, statusOf } from './lib/publishing/status.ts';
import { publishTarget } from './lib/publishing/targets.ts';

await runCommand('status', async ({ values }) => {
  // Reading needs no public address. For a folder without one, only the folder is checked.
  const isAlone = values.to !== undefined && values.origin === undefined && !/^https?:/.test(values.to);
  const target = publishTarget({
    to: values.to,
    origin: isAlone ? 'http://localhost/' : values.origin,
    console: values.console,
    isUnseen: isAlone,
  });
  const deployed = values.to && !values.console ? null : await deployedConsole(values.console);
  const { rows, problems, notes } = await statusOf(target, deployed);
  console.log(asTable(rows));
  if (notes.length > 0) console.log(`\n${notes.join('\n')}`);
  if (!deployed) console.log('\nSignatures and contract are not checked: name a console with --console.');
  if (problems.length === 0) return;
  console.error(`\n${problems.join('\n')}`);
  process.exitCode = 1;
});

function asTable(rows: readonly StatusRow[]): string {
  const lines: (readonly string[])[] = [
    headings,
    ...rows.map((row) => headings.map((name) => String(row[name] ?? ''))),
  ];
  const widths = headings.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
