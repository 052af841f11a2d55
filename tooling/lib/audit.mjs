// What `npm audit` found, against the findings that we live with for a time.

/**
 * A finding that is excepted: the advisory, the package, why, and until which day.
 * @typedef {{ id: string, package: string, reason: string, until: string }} Exception
 *
 * What `npm audit --json` prints, as far as it is read here.
 * @typedef {{ name: string, title: string, url: string, severity: string }} Advisory
 * @typedef {{ vulnerabilities?: Record<string, { via: (string | Advisory)[] }> }} AuditReport
 */

const serious = new Set(['high', 'critical']);

/**
 * The serious advisories of a report, each once.
 * @param {AuditReport} report
 */
function advisoriesOf({ vulnerabilities = {} }) {
  const found = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.flatMap((one) => (typeof one === 'object' && serious.has(one.severity) ? [one] : [])),
  );
  const named = found.map(({ name, title, url }) => ({ id: url.slice(url.lastIndexOf('/') + 1), name, title }));
  return [...new Map(named.map((one) => [`${one.id} ${one.name}`, one])).values()];
}

/**
 * What has to be done about a report on a day (`YYYY-MM-DD`), a line each; nothing where there is nothing.
 * @param {AuditReport} report
 * @param {readonly Exception[]} exceptions
 * @param {string} today
 * @returns {string[]}
 */
export function findingsOf(report, exceptions, today) {
  const advisories = advisoriesOf(report);
  const findings = advisories.flatMap(({ id, name, title }) => {
    const exception = exceptions.find((one) => one.id === id && one.package === name);
    if (!exception) return [`${name}: ${title} (${id}). Update it, or except it for a time in audit-exceptions.json.`];
    return exception.until < today ? [`${name}: ${title} (${id}). Its exception ended on ${exception.until}.`] : [];
  });
  const needless = exceptions
    .filter((one) => !advisories.some(({ id, name }) => one.id === id && one.package === name))
    .map((one) => `${one.package}: ${one.id} is found no more. Strike its exception out.`);
  return [...findings, ...needless];
}
