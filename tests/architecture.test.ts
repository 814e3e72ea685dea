import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesUnder, root } from '../scripts/kit.ts';

interface Import {
  file: string;
  /** A project path or a package name. */
  target: string;
  isTypeOnly: boolean;
}

const isSource = (file: string) => /\.(ts|tsx)$/.test(file) && !file.startsWith('src/paraglide/');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/g;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Static and dynamic imports and exports of a file. */
function importsOf(file: string, text = read(file)): Import[] {
  const resolve = (specifier: string) => (specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier);
  return [
    ...[...text.matchAll(statement)].map(([, type, specifier]) => ({
      file,
      target: resolve(specifier as string),
      isTypeOnly: type !== undefined,
    })),
    ...[...text.matchAll(dynamic)].map(([, specifier]) => ({ file, target: resolve(specifier as string), isTypeOnly: false })),
  ];
}

const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
const isOfProject = ({ target }: Import) => /^(contract|common|src|server|tests|bench|scripts|messages)\//.test(target);
const under = (...folders: string[]) => {
  const test = ({ target }: Import) => folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
  return test;
};

const files = ['contract', 'common', 'src', 'server', 'tests', 'bench', 'scripts'].flatMap(filesUnder).filter(isSource);
const imports = files.flatMap((file) => importsOf(file));
const from = (folder: string) => imports.filter(({ file }) => file.startsWith(`${folder}/`));
const asText = ({ file, target }: Import) => `${file} imports ${target}`;

/** What each layer may import from the project, besides its own folder. */
const layers: Record<string, string[]> = {
  contract: [],
  common: ['contract'],
  // Decisions 020, 057 and 067: the charts of a release, of a response and of a game's room are also the server's rule.
  server: [
    'contract',
    'common',
    'messages',
    'src/machines/reports/releaseSteps.ts',
    'src/machines/autograde/responseSteps.ts',
    'src/machines/quizGame/roomFold.ts',
  ],
  'src/machines': ['contract', 'common'],
  'src/services': ['contract', 'common', 'messages', 'src/machines'],
  // Every table is saved the same way.
  'src/ui': ['src/paraglide', 'common/csv'],
  'src/simulations': ['src/ui', 'src/paraglide'],
};

describe('import directions', () => {
  it('reads statements of every form', () => {
    const text = `import a from './a.ts';\nimport type { B } from "../b.ts";\nimport './c.css';\nexport * from 'd';\nimport {\n  e,\n  f,\n} from '@g/h/i';\nconst j = () => import('./j.tsx');`;
    expect(importsOf('src/views/x.ts', text).map(({ target, isTypeOnly }) => [target, isTypeOnly])).toEqual([
      ['src/views/a.ts', false],
      ['src/b.ts', true],
      ['src/views/c.css', false],
      ['d', false],
      ['@g/h/i', false],
      ['src/views/j.tsx', false],
    ]);
  });

  for (const [layer, allowed] of Object.entries(layers))
    it(`${layer} imports ${allowed.length > 0 ? allowed.join(', ') : 'nothing'} of the project`, () => {
      const all = from(layer);
      expect(all.length).toBeGreaterThan(0);
      expect(all.filter((one) => isOfProject(one) && !under(layer, ...allowed)(one)).map(asText)).toEqual([]);
    });

  it('the form of content is not the sample’s: of the sample know only what makes it, and what starts and sets up a school', () => {
    const users = from('server').filter(under('server/sample'));
    const elsewhere = users.filter(({ file }) => !file.startsWith('server/sample/'));
    expect([...new Set(elsewhere.map(({ file }) => file))].sort()).toEqual(['server/main.ts', 'server/makeSchool.ts', 'server/setUp.ts']);
  });

  it('contract uses valibot alone', () => {
    const packages = from('contract').filter((one) => !isOfProject(one));
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter(({ target }) => packageOf(target) !== 'valibot').map(asText)).toEqual([]);
  });

  it('machines use xstate alone, and only types of the contract', () => {
    const all = from('src/machines');
    expect(all.filter((one) => !isOfProject(one) && packageOf(one.target) !== 'xstate').map(asText)).toEqual([]);
    expect(all.filter((one) => under('contract')(one) && !one.isTypeOnly).map(asText)).toEqual([]);
  });

  it('services know of machines only the types', () => {
    expect(
      from('src/services')
        .filter((one) => under('src/machines')(one) && !one.isTypeOnly)
        .map(asText),
    ).toEqual([]);
  });

  it('the product imports nothing of tests, benchmarks and scripts', () => {
    const product = imports.filter(({ file }) => /^(contract|common|src|server)\//.test(file));
    expect(product.filter(under('tests', 'bench', 'scripts')).map(asText)).toEqual([]);
  });

  it('React Aria is known in src/ui alone', () => {
    const uses = imports.filter(({ target }) => /^(react-aria|react-stately|@react-aria|@react-stately|@internationalized)/.test(target));
    expect(uses.length).toBeGreaterThan(0);
    const elsewhere = uses.filter(({ file, target }) => !file.startsWith('src/ui/') && target !== '@react-aria/optimize-locales-plugin');
    expect(elsewhere.map(asText)).toEqual([]);
  });

  /** Modules and folders of a layer that are no area: what areas share, and screens or charts that make no call. */
  const shared: Record<string, string[]> = {
    contract: ['index', 'kit', 'paging', 'plainLine', 'refusals', 'resource'],
    'server/areas': ['index'],
    'src/services': ['kit'],
    'src/machines': ['app', 'collection', 'command', 'developer', 'records'],
    'src/views': ['developer', 'public', 'records'],
  };
  /** First part of each path below the layer, without its ending. Files at the top of charts and views are shared by all areas. */
  const entriesOf = (layer: string) => {
    const below = files.filter((file) => file.startsWith(`${layer}/`)).map((file) => file.slice(layer.length + 1));
    const hasFolders = layer === 'src/machines' || layer === 'src/views';
    const entries = below.filter((file) => !hasFolders || file.includes('/')).map((file) => file.split('/')[0] as string);
    return [...new Set(entries.map((entry) => entry.replace(/\.tsx?$/, '')))].filter((entry) => !shared[layer]?.includes(entry));
  };
  const areas = entriesOf('contract');

  it.each(Object.keys(shared).slice(1))('%s names its areas as the contract does', (layer) => {
    const entries = entriesOf(layer);
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.filter((entry) => !areas.includes(entry))).toEqual([]);
    expect(shared[layer]?.filter((entry) => areas.includes(entry))).toEqual([]);
  });

  it('the graph package is known in one module alone', () => {
    const uses = imports.filter(({ target }) => target === '@xstate/graph' || target === 'xstate/graph');
    expect(uses.map(({ file }) => file)).toEqual(['tests/kit/graph.ts']);
  });

  it('the rows of all districts are opened by listed modules alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-lint-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'server/areas'), { recursive: true });
    copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
    const lint = (file: string, text: string) => {
      writeFileSync(join(folder, file), text);
      return spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', file], {
        cwd: folder,
        encoding: 'utf8',
      });
    };
    for (const planted of [
      "import { allDistricts } from '../server/kit/allDistricts.ts';\nexport const all = allDistricts;\n",
      "import { bind } from '../server/kit/tenant.ts';\nexport const other = bind;\n",
      "import { openDatabase } from '../server/db/open.ts';\nexport const open = openDatabase;\n",
      "import type { Kysely } from 'kysely';\nexport type Raw = Kysely<unknown>;\n",
    ]) {
      const { status, stdout, stderr } = lint('server/areas/planted.ts', planted);
      expect(status, planted).toBe(1);
      expect(stdout + stderr).toContain('lint/style/noRestrictedImports');
      expect(lint('server/areas/login.ts', planted).status, 'listed').toBe(0);
    }
    expect(lint('server/areas/planted.ts', "import { tenant } from '../server/kit/tenant.ts';\nexport const own = tenant;\n").status).toBe(
      0,
    );

    const { overrides } = JSON.parse(read('biome.json')) as { overrides: { includes: string[] }[] };
    const listed = overrides.find(({ includes }) => includes.includes('server/kit/allDistricts.ts'))?.includes ?? [];
    const users = from('server').filter(({ target }) =>
      /^server\/(kit\/allDistricts|db\/open)\.ts$|^kysely$|^server\/kit\/tenant\.ts$/.test(target),
    );
    const named = new Set(users.map(({ file }) => file.replace(/(migrations\/).*/, '$1*.ts')));
    expect(listed.filter((file) => !named.has(file) && !['server/kit/allDistricts.ts', 'server/db/open.ts'].includes(file))).toEqual([]);
  });

  it('node modules stay on the server', () => {
    const pages = [...from('src'), ...from('contract'), ...from('common')];
    expect(pages.filter(({ target }) => target.startsWith('node:')).map(asText)).toEqual([]);
  });
});

describe('views', () => {
  const views = files.filter((file) => file.startsWith('src/views/'));
  const tidy = (file: string) => read(file).replace(/\s+/g, ' ');
  /** Files that start a chart without `useChart`, and why. */
  const starters: Record<string, string> = {
    'src/views/useChart.ts': 'It is the one way for all others.',
    'src/views/developer/statecharts/Statecharts.tsx': 'The visualizer does not show itself, and runs without the app in its test.',
  };

  it('run charts by useChart', () => {
    const users = views.filter((file) => /import \{[^}]*\buseActorRef\b[^}]*\} from '@xstate\/react'/.test(tidy(file)));
    expect(users).toContain('src/views/useChart.ts');
    expect(users.filter((file) => !(file in starters))).toEqual([]);
  });

  /** Selects a whole snapshot, so that every change of the chart draws the view again. */
  const whole = /useSelector\([^()]*, \(?(\w+)\)? => \1\)/;

  it('select what they show', () => {
    expect('useSelector(quiz, (snapshot) => snapshot)').toMatch(whole);
    expect('useSelector(quiz, (snapshot) => snapshot.context.index)').not.toMatch(whole);
    expect(views.filter((file) => whole.test(tidy(file)))).toEqual([]);
  });

  /** Selectors, as in `element.matches('input, select')`, are not state names. */
  const namesState = /\.matches\(\s*(\{|'\w+'\s*\))/;

  it('of administrators have their addresses in a file of their own: its folders are those of their table', () => {
    const foldersIn = (file: string, list: RegExp) => [...read(file).matchAll(list)].map(([, names = '']) => names.split(/[,|]/));
    const [group = []] = foldersIn('scripts/chunks.ts', /views\\\/\(([\w|]+)\)/g);
    expect(group.length).toBeGreaterThan(10);
    expect(foldersIn('src/views/adminScreens.ts', /\{([\w,]+)\}\//g)).toEqual([group, group]);
  });

  it('ask charts for tags, not for states by name', () => {
    expect("state.matches('failed')").toMatch(namesState);
    expect('snapshot.matches({ open: name })').toMatch(namesState);
    expect("target.matches('input, select')").not.toMatch(namesState);
    expect(views.filter((file) => !file.startsWith('src/views/developer/') && namesState.test(tidy(file)))).toEqual([]);
  });

  it('write how the loading of a collection stands in one place', () => {
    const readers = views.filter((file) => read(file).includes('useCollection('));
    expect(readers.length).toBeGreaterThan(0);
    const byHand = /(isFailed|hasTag\('failed'\)) \? \(? ?<ProblemNotice title=\{m\.common_load_failed\(\)\}/;
    expect(readers.filter((file) => byHand.test(tidy(file)))).toEqual([]);
  });
});

describe('refusals', () => {
  const sources = files.filter((file) => file.startsWith('server/')).map((file) => [file, read(file)] as const);
  const placesOf = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([file]) => file);

  it('are made by one function, from a code, and answered in one place', () => {
    expect(placesOf(/\bnew Refusal\(|\bextends Refusal\b|\bHTTPException\b/)).toEqual(['server/kit/handler.ts']);
    expect(placesOf(/status: 'error'/)).toEqual(['server/app.ts']);
  });
});

describe('charts', () => {
  const charts = files.filter((file) => /^src\/machines\/.+Machine\.ts$/.test(file));

  it.each(charts)('%s exports the chart of its name, with its name as id', async (file) => {
    const name = basename(file, '.ts');
    const module = (await import(join(root, file))) as Record<string, { id?: unknown }>;
    expect(module[name]?.id).toBe(name.replace(/Machine$/, ''));
  });

  it('are short and flat enough to read: 350 lines, four states inside each other', async () => {
    const long = files.filter((file) => file.startsWith('src/machines/') && read(file).trimEnd().split('\n').length > 350);
    expect(long).toEqual([]);
    interface Part {
      states: Readonly<Record<string, Part>>;
    }
    const depthOf = ({ states }: Part): number => Math.max(0, ...Object.values(states).map((state) => 1 + depthOf(state)));
    const machines = await Promise.all(
      charts.map(async (file) => {
        const module = (await import(join(root, file))) as Record<string, { root: Part }>;
        return [file, depthOf((module[basename(file, '.ts')] as { root: Part }).root)] as const;
      }),
    );
    expect(Math.max(...machines.map(([, depth]) => depth))).toBeGreaterThan(2);
    expect(machines.filter(([, depth]) => depth > 4)).toEqual([]);
  });

  it('each use of the `command` chart is walked through its screen', () => {
    const uses = files
      .filter((file) => file.startsWith('src/views/') && !file.endsWith('/useCommand.ts'))
      .flatMap((file) => [...read(file).matchAll(/\buseCommand(?:<[^(]*>)?\(\s*(?:'(\w+)')?/g)].map(([, name]) => ({ file, name })));
    const isWalked = (name: string) => {
      const test = `tests/views/${name}.view.test.tsx`;
      return files.includes(test) && ['describeCommand(', `name: '${name}'`].every((part) => read(test).includes(part));
    };
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter(({ name }) => name === undefined || !isWalked(name))).toEqual([]);
    expect(uses.length, 'two uses have one name').toBe(new Set(uses.map(({ name }) => name)).size);
  });

  it('exist, and take time and chance from outside', () => {
    expect(charts.length).toBeGreaterThan(0);
    const takers = files.filter(
      (file) => file.startsWith('src/machines/') && /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(read(file)),
    );
    expect(takers).toEqual([]);
  });
});

/** Messages fixed by the specification (docs/decisions/042). Tests may quote them. */
const fixedMessages = [
  'Assign Assignment Error',
  'Back to Home',
  'Cannot send feedback',
  'Code has expired',
  'Failed to Login',
  'Failed to get districts, schools, and grades',
  'Failed to submit. Please try submitting again',
  'Feedback sent successfully',
  'Host URL not Found',
  'Invalid Credentials',
  'Not Found',
  'Not able to connect to internet. Please check your internet connection or try later',
  'Please refresh the page',
  'Re-Assign Assignment Error',
  'Registration failed',
  'Resource Added',
  'Resource Updated',
  'Responses of Quiz Saved - Successfully',
  'User with this email already exists',
  'We have encountered an error, please try after some time',
  'release Report API Error',
];
/** Strings that are not screen messages in these files. */
const otherWords: Readonly<Record<string, string[]>> = {
  'bench/first-screen/floor/main.tsx': ['Sign in'],
  'tests/e2e/serverProgram.e2e.ts': ['Nothing was changed'],
  'tests/server/lessonLink.test.ts': ['This link has expired'],
  'tests/server/mailLanguage.test.ts': ['Choose a new password', 'Confirm your email address'],
  'tests/server/itemStatistics.test.ts': ['not enough data'],
  'tests/services/persistence.test.ts': ['no data'],
};

describe('words of the screens', () => {
  const catalogues = filesUnder('messages/en')
    // Refusals are also sent on the wire, where server tests read them.
    .filter((file) => !file.endsWith('refusals.json'))
    .map((file) => JSON.parse(read(file)) as Record<string, string | [{ match: object }]>);
  const texts = catalogues.flatMap((catalogue) =>
    Object.entries(catalogue).flatMap(([key, message]) =>
      key === '$schema' ? [] : typeof message === 'string' ? [message] : Object.values<string>(message[0].match as Record<string, string>),
    ),
  );
  const messages = new Set(texts.filter((text) => / /.test(text.trim()) && !text.includes('{')));

  /** Messages quoted in a file's strings, patterns and elements. */
  function quotedIn(file: string, text = read(file)): string[] {
    const found: string[] = [];
    const look = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, value, regex } = node as { type?: string; value?: unknown; regex?: { pattern: string } };
      const said =
        regex?.pattern.replaceAll(/\\(.)/g, '$1').split(/[|()^$]/) ??
        (type === 'TemplateElement' ? [(value as { cooked: string }).cooked] : typeof value === 'string' ? [value.trim()] : []);
      found.push(...said.filter((one) => messages.has(one)));
      Object.values(node).forEach(look);
    };
    look(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
    return found;
  }

  it('are found as text, as pattern, as element and in a template', () => {
    const [words] = [...messages].filter((text) => /^[\w ]+$/.test(text)) as [string];
    for (const code of [
      `x = '${words}'`,
      `x = /^(${words}|Other)$/`,
      `x = <b>${words}</b>`,
      `x = <b title="${words}" />`,
      `x = \`${words}\``,
    ])
      expect(quotedIn('x.tsx', code), code).toEqual([words]);
    expect(quotedIn('x.tsx', `x = '${words}!'`)).toEqual([]);
  });

  it('stand in messages alone: tests and benches name them by m.*', () => {
    const tests = files.filter((file) => /^(tests|bench)\//.test(file) && !file.startsWith('tests/kit/broken/'));
    const quoted = tests.flatMap((file) => {
      const allowed = new Set([...fixedMessages, ...(otherWords[file] ?? [])]);
      return file === 'tests/architecture.test.ts'
        ? []
        : quotedIn(file)
            .filter((words) => !allowed.has(words))
            .map((words) => `${file}: ${words}`);
    });
    expect(quoted).toEqual([]);
  });

  it('are fixed by the specification, or quoted elsewhere, only as long as they are there', () => {
    const gone = fixedMessages.filter((words) => !messages.has(words));
    const unsaid = Object.entries(otherWords).flatMap(([file, words]) => words.filter((one) => !quotedIn(file).includes(one)));
    expect([...gone, ...unsaid]).toEqual([]);
  });
});
