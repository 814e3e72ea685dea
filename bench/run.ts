import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closingLine, keepFailures, root } from '../scripts/kit.ts';
import '../tests/kit/english.ts';
import { measureExport } from './export/measure.ts';
import { measureFirstScreen } from './first-screen/measure.ts';
import { measureGrading } from './grading/measure.ts';
import { measureImport } from './import/measure.ts';
import { isQuick } from './lib/counts.ts';
import { isMeasured, type Measure, report, summaryOf } from './lib/report.ts';
import { measureLibrary } from './library/measure.ts';
import { measurePeople } from './people/measure.ts';
import { measureQuiz } from './quiz/measure.ts';
import { measureQuizGame } from './quizGame/measure.ts';
import { measureReport } from './report/measure.ts';
import { measureRights } from './rights/measure.ts';
import { measureRoster, measureWorkbook } from './roster/measure.ts';
import { measureRosterApi } from './rosterApi/measure.ts';
import { measureServer } from './server/measure.ts';
import { measureSession } from './session/measure.ts';
import { measureStart } from './start/measure.ts';
import { measureStatecharts } from './statecharts/measure.ts';
import { measureStudent } from './student/measure.ts';
import { measureUsage } from './usage/measure.ts';
import { measureWorkspace } from './workspace/measure.ts';

// Usage: npm run bench [-- names]; npm run bench -- --quick [names], which only checks that each one still runs to its end.

const benches: Record<string, () => Promise<Measure[]>> = {
  'first-screen': measureFirstScreen,
  export: measureExport,
  grading: measureGrading,
  import: measureImport,
  library: measureLibrary,
  people: measurePeople,
  report: measureReport,
  quiz: measureQuiz,
  'quiz-game': measureQuizGame,
  rights: measureRights,
  roster: measureRoster,
  'roster-api': measureRosterApi,
  'roster-workbook': measureWorkbook,
  server: measureServer,
  session: measureSession,
  start: measureStart,
  statecharts: measureStatecharts,
  student: measureStudent,
  usage: measureUsage,
  workspace: measureWorkspace,
};

async function measured(measure: () => Promise<Measure[]>): Promise<Measure[]> {
  const measures = await measure();
  const missing = measures.filter((one) => !isMeasured(one));
  if (missing.length > 0) throw new Error(`There is no figure of ${missing.map(({ name }) => name).join('; ')}.`);
  if (measures.length === 0) throw new Error('Nothing was measured.');
  return measures;
}

const asked = process.argv.slice(2).filter((name) => name !== '--quick');
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join(', ')}". Choose from: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 2;
} else {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const passed: [name: string, measures: Measure[]][] = [];
  const failures: { name: string; output: string }[] = [];
  for (const [name, measure] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const began = performance.now();
    try {
      const measures = await measured(measure);
      passed.push([name, measures]);
      if (isQuick) console.log(`✓ ${name}: ${measures.length} measures in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      else report(name, measures);
    } catch (error) {
      // The others still run.
      const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
      console.log(`✗ ${name}\n${output}`);
      failures.push({ name, output });
    }
  }
  if (isQuick) {
    keepFailures('bench', import.meta.filename, failures);
    console.log(`\n${closingLine({ passed: passed.length, failed: failures.length, skipped: 0 })}`);
  } else {
    console.log(`\n${summaryOf(passed)}`);
    if (failures.length > 0) console.log(`Not measured, for the reasons above: ${failures.map(({ name }) => name).join(', ')}.`);
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}
