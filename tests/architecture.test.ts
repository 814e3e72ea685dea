import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, root } from '../scripts/kit.ts';

interface Import {
  file: string;
  /** A path of the project, or the name of a package. */
  target: string;
  isTypeOnly: boolean;
}

const isSource = (file: string) => /\.(ts|tsx)$/.test(file) && !file.startsWith('src/paraglide/');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/g;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Import and export statements, and dynamic imports, of one file's text. */
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
  const test = ({ target }: Import) => folders.some((folder) => target.startsWith(`${folder}/`));
  return test;
};

const files = ['contract', 'common', 'src', 'server', 'tests', 'bench', 'scripts'].flatMap(filesUnder).filter(isSource);
const imports = files.flatMap((file) => importsOf(file));
const from = (folder: string) => imports.filter(({ file }) => file.startsWith(`${folder}/`));
const asText = ({ file, target }: Import) => `${file} imports ${target}`;

/** What each layer may import of the project, beside its own folder. */
const layers: Record<string, string[]> = {
  contract: [],
  common: ['contract'],
  // Decision 020: the chart of a release is the server's rule too.
  server: ['contract', 'common', 'src/machines/release'],
  'src/machines': ['contract', 'common'],
  'src/services': ['contract', 'common', 'src/machines'],
  // How a table is saved is the same wherever one is.
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

  it('the graph package is known in one module alone', () => {
    const uses = imports.filter(({ target }) => target === '@xstate/graph' || target === 'xstate/graph');
    expect(uses.map(({ file }) => file)).toEqual(['tests/kit/graph.ts']);
  });

  it('node modules stay on the server', () => {
    const pages = [...from('src'), ...from('contract'), ...from('common')];
    expect(pages.filter(({ target }) => target.startsWith('node:')).map(asText)).toEqual([]);
  });
});

describe('charts', () => {
  const charts = files.filter((file) => /^src\/machines\/.+Machine\.ts$/.test(file));

  it.each(charts)('%s exports the chart of its name, with its name as id', async (file) => {
    const name = basename(file, '.ts');
    const module = (await import(join(root, file))) as Record<string, { id?: unknown }>;
    expect(module[name]?.id).toBe(name.replace(/Machine$/, ''));
  });

  it('exist, and take time and chance from outside', () => {
    expect(charts.length).toBeGreaterThan(0);
    const takers = files.filter(
      (file) => file.startsWith('src/machines/') && /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(read(file)),
    );
    expect(takers).toEqual([]);
  });
});
