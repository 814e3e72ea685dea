/** `--quick`: every bench runs completely, but with minimal counts. Its figures mean nothing, so goals are not checked. */
export const isQuick = process.argv.includes('--quick');

const pick = <T>(whole: T, quick: T): T => (isQuick ? quick : whole);
type Pair = readonly [number, number];
type Three = readonly [number, number, number];

/** The amount of work per bench, in a full run and in a quick one. The only place that distinguishes the two. */
export const counts = {
  export: { rows: pick(1_000_000, 3_000) },
  firstScreen: { paints: pick(5, 1) },
  grading: {
    students: pick(150, 6),
    few: pick(15, 3),
    questions: pick(34, 2),
    regraded: pick(100_000, 20),
    readings: pick(5, 1),
    looks: pick(5, 1),
  },
  import: { questions: pick(5_000, 20), readings: pick(3, 1) },
  library: { items: pick<Three>([100, 10_000, 100_000], [40, 50, 60]), queries: pick(200, 5), looks: pick(3, 1) },
  people: { users: pick(100_000, 20), schools: pick(100, 2), readings: pick(5, 1) },
  quiz: { choices: pick(15, 1), secondsOfTyping: pick(60, 1) },
  quizGame: {
    large: pick(200, 6),
    many: pick(20, 2),
    each: pick(30, 3),
    plays: pick(9, 1),
    rounds: 3,
    thinking: pick(3_000, 100),
    warmUp: pick(4, 1),
  },
  report: { students: pick<Pair>([40, 5_000], [2, 4]), analysed: pick(40_000, 6), readings: pick(5, 1), warmUp: pick(600, 2) },
  rights: { permissions: pick(200, 3), pairs: pick(3_000, 4), warmUp: pick(600, 2) },
  roster: {
    students: pick<Three>([1_000, 10_000, 100_000], [10, 20, 30]),
    rows: pick(100_000, 100),
    readings: pick(9, 1),
    readingsOfMost: pick(3, 1),
    rounds: pick(3, 1),
  },
  rosterApi: { students: pick(100_000, 1_000) },
  server: {
    students: pick(1_000, 30),
    rounds: pick(7, 1),
    dashboards: pick(1_000, 10),
    submits: pick(200, 5),
    warmUp: pick(800, 5),
    requestsBeforeMemory: pick(10_000, 30),
  },
  session: { tabs: pick(6, 2), expiries: pick(20, 1), signIns: pick(300, 3), warmUp: pick(10, 1) },
  start: { starts: pick(5, 1) },
  statecharts: { events: pick(20_000, 10), runs: pick(5, 1), models: pick(Number.POSITIVE_INFINITY, 3) },
  student: { assignments: pick<Three>([10, 100, 1_000], [1, 2, 3]), openings: pick(3, 1) },
  usage: { students: pick(100_000, 20), schools: pick(100, 2), days: pick(365, 10), readings: pick(5, 1) },
  workspace: { lessons: pick<Three>([10, 1_000, 10_000], [3, 4, 5]), visits: pick(7, 1), turns: pick(40, 1) },
} as const;

/** A count as shown in names of measures: 10,000. */
export const inWords = (count: number): string => count.toLocaleString('en-US');
