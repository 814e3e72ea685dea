import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { charts } from '../src/machines/index.ts';
import { type CoverageRecord, coverageFolder, type Walker } from '../tests/kit/coverage.ts';
import { readFigures, readRecords, withRecords } from './coverageFigures.ts';
import { compileMessages, root, runVitest } from './kit.ts';

// Usage: npm run test:model [-- --browser]. Without --browser, the browser column shows the last run's figures.
const withBrowser = process.argv.includes('--browser');
const names = Object.keys(charts);

const walkers: Walker[] = withBrowser ? ['actor', 'view', 'browser'] : ['actor', 'view'];
mkdirSync(coverageFolder, { recursive: true });
for (const name of readdirSync(coverageFolder)) {
  const [chart = '', walker] = name.split('.');
  if (names.includes(chart) && walkers.includes(walker as Walker)) rmSync(join(coverageFolder, name));
}

await compileMessages();
const runs = [await runVitest('model', ['--project', 'code', '--project', 'screens', '.model.test.', '.view.test.'])];
if (withBrowser) runs.push(await runVitest('model-browser', ['--project', 'browser', '.model.e2e.']));

const records = readRecords().filter(({ chart }) => names.includes(chart));
const figures = withRecords(readFigures(), records, names);
const folder = join(root, 'docs/statecharts');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'coverage.json'), `${JSON.stringify(figures, null, 2)}\n`);

const problems: string[] = [];
const recordOf = (chart: string, walker: Walker) => records.find((record) => record.chart === chart && record.walker === walker);
const share = (record: CoverageRecord | undefined) => (record ? `${Math.floor((100 * record.covered) / record.transitions)} %` : '');

const rows = names.map((chart) => {
  const actor = recordOf(chart, 'actor');
  const view = recordOf(chart, 'view');
  const browser = figures[chart]?.browser;
  if (!actor) problems.push(`${chart}: no model test (tests/machines/${chart}.model.test.ts)`);
  if (!view && !actor?.noScreen) problems.push(`${chart}: no view model test, and its model does not say why (\`noScreen\`)`);
  for (const record of [actor, view]) {
    for (const name of record?.missing ?? []) problems.push(`${chart}, ${record?.walker}: ${name}`);
  }
  return [
    chart,
    String(actor?.states ?? ''),
    String(actor?.transitions ?? ''),
    String(actor?.paths ?? ''),
    share(actor),
    view ? share(view) : actor?.noScreen ? 'no screen' : '',
    browser ? `${Math.floor((100 * browser.covered) / browser.transitions)} %` : '',
  ];
});

const table = [['chart', 'states', 'transitions', 'paths', 'actor', 'view', 'browser'], ...rows];
const widths = table[0]?.map((_head, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
console.log();
for (const row of table)
  console.log(row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join('  '));
if (problems.length > 0) console.log(`\n${problems.join('\n')}`);
const failed = runs.reduce((sum, counts) => sum + counts.failed, 0);
if (failed > 0) console.log(`\n${failed} tests failed`);
process.exitCode = problems.length + failed > 0 ? 1 : 0;
