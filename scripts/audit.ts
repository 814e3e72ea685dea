import { capture, closingLine } from './kit.ts';

/** Severities that fail a build. */
const grave = ['high', 'critical'] as const;

/**
 * Reads the output of `npm audit --json`.
 *
 * @returns the names of the packages with grave advisories; undefined if the registry did not respond
 */
export function graveAdvisories(output: string): string[] | undefined {
  const begin = output.indexOf('{');
  const end = output.lastIndexOf('}');
  if (begin < 0 || end < begin) return undefined;
  let report: { vulnerabilities?: Record<string, { severity: string }> };
  try {
    report = JSON.parse(output.slice(begin, end + 1));
  } catch {
    return undefined;
  }
  if (!report.vulnerabilities) return undefined;
  return Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => (grave as readonly string[]).includes(severity))
    .map(([name, { severity }]) => `${name} (${severity})`);
}

/** Fails if a package shipped with the product has a high or critical advisory. If the registry does not respond, prints a note. */
async function audit(): Promise<void> {
  const { output } = await capture('npm', ['audit', '--omit=dev', '--json']);
  const found = graveAdvisories(output);
  if (!found) console.log('npm audit: the registry does not answer, so advisories were not looked up.');
  else if (found.length > 0) console.log(`npm audit: update ${found.join(', ')}. "npm audit --omit=dev" says more.`);
  console.log(closingLine({ passed: found?.length === 0 ? 1 : 0, failed: found?.length ? 1 : 0, skipped: found ? 0 : 1 }));
  if (found?.length) process.exitCode = 1;
}

if (import.meta.main) await audit();
