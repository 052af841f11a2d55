// The plans of what a server asks PostgreSQL, as its extension auto_explain writes them into the log.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Plans of every statement, those of triggers included, for connections that are made after this. */
export async function logPlans(client, database) {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter database "${database}" set ${name} = '${value}'`);
  return async () => {
    for (const name of Object.keys(settings)) await client.query(`alter database "${database}" reset ${name}`);
  };
}

export const sizeOfLog = async ({ folder }) => (await stat(join(folder, 'log'))).size;

const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The statements since a size of the log that read one of these tables from its first row to its last. */
export async function scansSince({ folder }, size, tables) {
  const log = (await readFile(join(folder, 'log'))).subarray(size).toString();
  const plans = [...log.matchAll(/^.*?duration: \S+ ms {2}plan:\n((?:\t.*\n)+)/gm)];
  const found = plans.map(([, text]) => JSON.parse(text));
  if (found.length === 0) throw new Error('PostgreSQL wrote no plan: is its extension auto_explain installed?');
  return found.flatMap(({ 'Query Text': text, Plan: plan }) => {
    const scans = nodesOf(plan).filter(
      ({ 'Node Type': type, 'Relation Name': table }) => /Seq Scan/.test(type) && tables.includes(table),
    );
    return scans.map(({ 'Relation Name': table }) => ({ table, text: text.replaceAll(/\s+/g, ' ').slice(0, 300) }));
  });
}
