import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/kit.ts';
import { measureFirstScreen } from './first-screen/measure.ts';
import { measureLibrary } from './library/measure.ts';
import { measureQuiz } from './quiz/measure.ts';
import { measureReport } from './report/measure.ts';
import { measureRoster, measureWorkbook } from './roster/measure.ts';
import { measureServer } from './server/measure.ts';
import { measureSession } from './session/measure.ts';
import { measureStart } from './start/measure.ts';
import { measureStatecharts } from './statecharts/measure.ts';
import { measureStudent } from './student/measure.ts';
import { measureWorkspace } from './workspace/measure.ts';

const benches: Record<string, () => Promise<void>> = {
  'first-screen': measureFirstScreen,
  library: measureLibrary,
  report: measureReport,
  quiz: measureQuiz,
  roster: measureRoster,
  'roster-workbook': measureWorkbook,
  server: measureServer,
  session: measureSession,
  start: measureStart,
  statecharts: measureStatecharts,
  student: measureStudent,
  workspace: measureWorkspace,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join(', ')}". Choose from: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 2;
} else {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const [name, measure] of Object.entries(benches)) if (asked.length === 0 || asked.includes(name)) await measure();
}
