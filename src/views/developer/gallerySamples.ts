import type { ChartData } from '../../ui/Chart.tsx';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import type { Status } from '../../ui/StatusDot.tsx';
import type { TreeNode } from '../../ui/treeMoves.ts';

/** Sample texts and numbers for the gallery: content as a school would write it, always in English. */
export const words = {
  gallery: 'Design system',
  lead: 'Every component in every state. Change theme and language above; Tab through everything; press ? for shortcuts.',
  buttons: 'Buttons',
  assign: 'Assign a lesson',
  print: 'Print labels',
  more: 'More choices',
  remove: 'Delete',
  saving: 'Saving',
  reason: 'Choose a class first.',
  disabled: 'Cannot be used',
  small: 'Small',
  link: 'A link',
  outside: 'A page that is not ours',
  linkButton: 'Open the lesson',
  edit: 'Edit',
  fields: 'Fields',
  className: 'Class name',
  classHelp: 'Students see this name.',
  classExample: 'Science 7, period 2',
  classError: 'There is a class of this name already. Choose another.',
  classReason: 'Comes from the district’s roster; change it there.',
  notes: 'Notes',
  notesText: 'Bring a magnet and a compass.\nGoggles for everyone.',
  password: 'Password',
  points: 'Points',
  search: 'Search lessons',
  grade: 'Grade',
  teacher: 'Teacher',
  teacherHelp: 'Type a few letters of the name.',
  shuffle: 'Shuffle the questions',
  shuffleHelp: 'Each student gets an order of their own.',
  some: 'Some of them',
  fixed: 'Decided by the district',
  accommodations: 'Accommodations',
  retake: 'Retakes',
  live: 'Results appear while students work',
  question: 'What happens to the particles of a gas when it is heated in a closed bottle?',
  show: 'Show',
  due: 'Due',
  dueHelp: 'Wall time of Kepler Middle School (Central).',
  period: 'Grading period',
  form: 'A form with errors from the service',
  send: 'Create class',
  feedback: 'Messages',
  infoTitle: 'Results are hidden until everyone is done',
  infoText: 'Release them to students whenever you like.',
  successText: 'Assigned to 24 students.',
  warningText: '3 students have no email address, so they get no reminder.',
  errorTitle: 'The roster was not imported',
  errorText: 'users.csv, row 14: the field “role” is empty. Nothing was changed.',
  errorAction: 'Choose another file',
  toast: 'Moved to Archive.',
  undo: 'Undo',
  progress: 'Reading users.csv',
  progressValue: '340 of 1,200 rows',
  unknown: 'Looking for the file',
  lesson: 'Lesson',
  showSpinner: 'Show the spinner for three seconds',
  status: 'Status',
  layout: 'Cards, tabs and menus',
  cardTitle: 'Why does ice float?',
  cardEyebrow: 'Lesson · 25 minutes',
  cardText: 'Density explains why a solid can lie on its own liquid.',
  cardDue: 'Due Mon, Nov 30',
  continueTitle: 'Particles in motion',
  continueEyebrow: 'Continue · Science 7, Ms. Rivera',
  continueText: 'Next: “How fast do gas particles move?”, 8 minutes',
  continueAction: 'Continue',
  tabs: 'Parts of the assignment',
  menu: 'Actions for Particles in motion',
  menuOpen: 'Actions',
  popover: 'Filter by state',
  dialogs: 'Dialogs',
  dialogOpen: 'Open a dialog',
  dialogTitle: 'Assign “Particles in motion”',
  confirmOpen: 'Ask before deleting',
  confirmTitle: 'Delete 9 assignments?',
  confirmText: '3 not started, 2 in progress, 4 submitted. The submitted answers are deleted with them; this cannot be undone.',
  confirmLabel: 'Delete 9 assignments',
  confirmTyped: 'delete 9',
  confirmPlain: 'Archive the class?',
  confirmPlainText: '24 students no longer see it. You can bring it back.',
  confirmPlainLabel: 'Archive',
  confirmFailed: 'The service did not answer. Nothing was deleted; try again.',
  table: 'Tables',
  students: 'Students',
  manyStudents: 'Students of the district',
  loadingTable: 'Assignments',
  emptyTitle: 'No students yet',
  emptyText: 'Import a roster, or add students one by one.',
  remind: 'Remind',
  charts: 'Charts',
  barTitle: 'Average score by class',
  barSummary: 'Period 4 is highest with 84%, period 1 lowest with 61%.',
  lineTitle: 'Temperature of two samples while they cool',
  stackTitle: 'How far each class is',
  scatterTitle: 'Stretch of a spring against the mass on it',
  classHeader: 'Class',
  scoreHeader: 'Score (%)',
  timeHeader: 'Time (min)',
  temperatureHeader: 'Temperature (°C)',
  studentsHeader: 'Students',
  massHeader: 'Mass (g)',
  stretchHeader: 'Stretch (cm)',
  tree: 'Tree',
  treeLabel: 'My lessons',
  content: 'Content',
  files: 'Files',
  filesLabel: 'Roster files',
  filesHelp: 'OneRoster 1.1: users.csv, classes.csv, enrollments.csv and the rest, or one .zip, up to 50 MB.',
  filesGot: 'Taken:',
  player: 'Saving and time',
  moreTime: 'Five minutes more',
  identity: 'People and marks',
  frames: 'Frames',
  frameTeacher: 'Teacher',
  frameStudent: 'Student',
  framePlayer: 'Player',
  framePublic: 'Before sign-in',
  back: 'Back to the gallery',
  next: 'Next',
  previous: 'Back',
  signIn: 'Sign in',
  signInLead: 'With the account that your school gave you.',
  username: 'Username',
  failed: 'Failed to Login',
  hello: 'Hi, Maya',
  helloLead: 'One lesson is waiting for you.',
  empty: 'Empty states',
  skeletons: 'Loading',
} as const;

export const grades = [
  { key: '6', label: 'Grade 6' },
  { key: '7', label: 'Grade 7' },
  { key: '8', label: 'Grade 8', description: 'Two classes' },
  { key: '9', label: 'Grade 9', reason: 'Not in your school' },
];

const FIRST = ['Ava', 'Ben', 'Chloé', 'Diego', 'Emma', 'Farah', 'Grace', 'Hugo', 'Isla', 'Jamal', 'Keiko', 'Leo', 'Maya'];
const LAST = ['Martínez', 'Okoye', 'Durand', 'Ruiz', 'Schmidt', 'Haddad', 'Lee', 'Álvarez', 'Brown', 'Carter', 'Tanaka'];

export interface SampleStudent {
  id: string;
  name: string;
  status: Status;
  score: number | null;
  minutes: number;
}

const STATUS: readonly Status[] = ['done', 'busy', 'none', 'late'];

/** Made-up students; up to a `count` of 5,000 their names are unique. */
export const students = (count: number): SampleStudent[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    name: `${FIRST[at % FIRST.length]} ${LAST[at % LAST.length]}${at >= FIRST.length * LAST.length ? ` ${Math.floor(at / 143) + 1}` : ''}`,
    status: STATUS[(at * 7) % STATUS.length] ?? 'none',
    score: (at * 7) % 4 === 0 ? 52 + ((at * 17) % 49) : null,
    minutes: (at * 13) % 55,
  }));

export const statusWords: Record<Status, string> = {
  none: 'Not started',
  open: 'Open',
  busy: 'In progress',
  done: 'Submitted',
  late: 'Late',
  failed: 'Could not be scored',
};

export const scores: ChartData = {
  labels: ['Period 1', 'Period 2', 'Period 3', 'Period 4', 'Period 5'],
  series: [{ name: 'Average', values: [61, 78, null, 84, 72] }],
};

export const cooling: ChartData = {
  labels: ['0', '2', '4', '6', '8', '10', '15', '20'],
  x: [0, 2, 4, 6, 8, 10, 15, 20],
  series: [
    { name: 'Open cup', values: [90, 78, 68.5, 60.9, 54.7, 49.8, 41.2, 36.1] },
    { name: 'Insulated cup', values: [90, 87.1, 84.4, 81.8, null, 77, 71.6, 66.9] },
  ],
};

export const stages: ChartData = {
  labels: ['Period 1', 'Period 2', 'Period 3', 'Period 4'],
  series: [
    { name: 'Submitted', values: [12, 20, 6, 17] },
    { name: 'In progress', values: [8, 3, 11, 5] },
    { name: 'Not started', values: [5, 1, 9, 2] },
  ],
};

export const springs: ChartData = {
  labels: ['50', '100', '150', '200', '250', '300'],
  x: [50, 100, 150, 200, 250, 300],
  series: [{ name: 'Stretch', values: [2.1, 3.9, 6.2, 8, 9.9, 12.2] }],
};

export const lessons: TreeNode[] = [
  {
    key: 'matter',
    label: 'Matter',
    detail: '3 lessons',
    children: [
      { key: 'particles', label: 'Particles in motion', detail: '25 min' },
      { key: 'ice', label: 'Why does ice float?', detail: '20 min' },
      {
        key: 'labs',
        label: 'Labs',
        children: [{ key: 'density', label: 'Density of five cubes', detail: '40 min' }],
      },
    ],
  },
  { key: 'forces', label: 'Forces and motion', children: [{ key: 'carts', label: 'Carts that collide', detail: '30 min' }] },
  { key: 'archive', label: 'Archive', children: [] },
  { key: 'welcome', label: 'Welcome to science', detail: '10 min' },
];

export const saveStates: readonly SaveState[] = [
  { kind: 'saved', at: new Date(2026, 0, 15, 10, 42) },
  { kind: 'saving' },
  { kind: 'offline', count: 2 },
  { kind: 'failed', count: 1 },
  { kind: 'conflict' },
];

/** As the service sends it: text, a diagram by class, and a formula. */
export const article = `
<h2>How heat spreads</h2>
<p>Particles of the <strong>hot</strong> side move faster. When they hit their neighbours, they pass energy on, and in time
both sides have the same temperature. The warmer side loses as much as the colder side gains:</p>
<math display="block"><mi>Q</mi><mo>=</mo><mi>m</mi><mi>c</mi><mo>(</mo><msub><mi>T</mi><mn>2</mn></msub><mo>−</mo><msub><mi>T</mi><mn>1</mn></msub><mo>)</mo></math>
<figure>
<svg viewBox="0 0 640 220" role="img" aria-labelledby="t"><title id="t">A hot block beside a cold block; arrows show heat going from hot to cold</title>
<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" class="d-solid-4"/></marker></defs>
<rect width="640" height="220" class="d-paper"/>
<rect x="40" y="50" width="250" height="120" rx="8" class="d-fill-4 d-line-4" stroke-width="2.5"/>
<rect x="350" y="50" width="250" height="120" rx="8" class="d-fill-6 d-line-6" stroke-width="2.5"/>
<g class="d-solid-4"><circle cx="90" cy="90" r="9"/><circle cx="150" cy="130" r="9"/><circle cx="215" cy="85" r="9"/><circle cx="255" cy="140" r="9"/></g>
<g class="d-solid-6"><circle cx="390" cy="95" r="9"/><circle cx="450" cy="135" r="9"/><circle cx="520" cy="90" r="9"/><circle cx="570" cy="140" r="9"/></g>
<path d="M275 110H365" class="d-line-4" stroke-width="4" fill="none" marker-end="url(#tip)"/>
<text x="165" y="200" text-anchor="middle" font-size="18" class="d-text">hot, 80 °C</text>
<text x="475" y="200" text-anchor="middle" font-size="18" class="d-text">cold, 20 °C</text>
<text x="320" y="35" text-anchor="middle" font-size="18" class="d-text">energy</text>
</svg>
<figcaption>Energy goes from hot to cold by collisions.</figcaption>
</figure>
<table><tr><th>Minute</th><th>Hot (°C)</th><th>Cold (°C)</th></tr><tr><td>0</td><td>80</td><td>20</td></tr><tr><td>5</td><td>60</td><td>40</td></tr></table>
<p>Read more at <a href="https://www.nasa.gov/">NASA</a>. <script>document.title = 'not safe'</script></p>`;
