import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { type ChartEdge, type ChartGraph, type ChartNode, chartGraph } from '../src/developer/chartGraph.ts';
import { type ChartMap, type MapChart, mapGraph, mapId } from '../src/developer/chartMap.ts';
import { type ChartLayout, palettes, svgFile } from '../src/developer/picture.ts';
import { toMermaid } from '../src/developer/toMermaid.ts';
import { charts } from '../src/machines/index.ts';
import { exploreModel, type Model, plainJson } from '../tests/kit/modelKit.ts';
import { chartPictures, type Picture, widest } from './chartPictures.ts';
import { type ChartFacts, factsOf, readAreas, readSources, relationsOf } from './chartRelations.ts';
import { type Figures, readFigures, readMutants } from './coverageFigures.ts';
import { filesUnder, root } from './kit.ts';
import { layoutChart, layoutViews } from './layoutChart.ts';
import { modelOf } from './models.ts';

const docs = join(root, 'docs/statecharts');
const layouts = join(root, 'src/developer/layouts');

/** Styles of the drawings: the page's colors, for both themes. */
function looks() {
  const tokens = readFileSync(join(root, 'src/ui/tokens.css'), 'utf8');
  const read = (token: string) => {
    const value = new RegExp(`${token}: ([^;]+);`).exec(tokens)?.[1];
    if (!value) throw new Error(`src/ui/tokens.css has no ${token}; the drawings of the statecharts need it.`);
    return value;
  };
  return { ...palettes(read), rules: readFileSync(join(root, 'src/developer/drawing.css'), 'utf8') };
}

/** The payload if it survives JSON; the simulation cannot offer any other. */
const jsonSafe = <T>(value: T): T | undefined => (plainJson(value) === JSON.stringify(value) ? value : undefined);

/** XState numbers actors in the order in which they are made, so the numbers differ from run to run. */
const withoutActorIds = <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(/"x:\d+"/g, '"x:0"')) as T;

const cell = (text: string | number | undefined) =>
  String(text ?? '')
    .replace(/\|/g, '\\|')
    .replace(/\n/g, ' ');
const table = (head: string[], rows: (string | number | undefined)[][]): string =>
  rows.length === 0 ? '' : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const code = (text: string) => (text ? `\`${text}\`` : '');
const codes = (texts: readonly string[]) => [...new Set(texts)].map(code).join(', ');

function section(title: string, body: string): string {
  return body ? `\n## ${title}\n\n${body}\n` : '';
}

const milliseconds = new Intl.NumberFormat('en');

/** File name of a picture: `quiz.svg`, `quiz.attempt.held.svg`. */
const pictureFile = ({ id }: Pick<Picture, 'id'>) => `${id}.svg`;

/** The page of one chart. */
function page(
  graph: ChartGraph,
  pictures: readonly Picture[],
  model: Model | undefined,
  emitted: readonly string[],
  figures: Figures[string] | undefined,
): string {
  const short = (id: string) => (id === graph.id ? '(anywhere)' : id.slice(graph.id.length + 1));
  const states = graph.nodes.filter(({ parent, type }) => parent !== undefined && type !== 'history');
  const events = [...new Set(graph.edges.filter(({ kind }) => kind === 'event').map(({ eventType }) => eventType))];
  const moves = (eventType: string) => graph.edges.filter((edge) => edge.eventType === eventType);
  /** Where a transition leads from a state, and why. */
  const wayOf = ({ source, targets, guard, description }: ChartEdge) => [
    code(short(source)),
    codes(targets.map(short)) || 'stays',
    code(guard ?? ''),
    description,
  ];
  const onEntry = ({ announce, focus }: ChartNode) =>
    [announce ? `announces ${code(announce)}` : '', focus ? `focuses ${code(focus)}` : ''].filter(Boolean).join(', ');
  return [
    `# ${graph.id}\n\n${graph.description}\n\n![The ${graph.id} chart](${graph.id}.svg)\n`,
    ...pictures.slice(1).map((one) => `\n### Inside ${code(short(one.id))}\n\n![${short(one.id)}](${pictureFile(one)})\n`),
    section(
      'States',
      table(
        ['state', 'what is true', 'tags', 'on entry', 'runs'],
        states.map((node) => [
          code(short(node.id)),
          node.description,
          codes(node.tags),
          onEntry(node),
          codes(node.invokes.map(({ id }) => id)),
        ]),
      ),
    ),
    section(
      'Events',
      table(
        ['event', 'in', 'leads to', 'guard', 'who sends it, and why'],
        events.flatMap((event) => moves(event).map((edge, index) => [index === 0 ? code(event) : '', ...wayOf(edge)])),
      ),
    ),
    section(
      'What happens by itself',
      table(
        ['when', 'in', 'leads to', 'guard', 'why'],
        graph.edges.filter(({ kind }) => kind !== 'event').map((edge) => [code(edge.event), ...wayOf(edge)]),
      ),
    ),
    section(
      'Guards',
      table(
        ['guard', 'when it says no'],
        graph.guards.map(({ name, reason }) => [code(name), reason]),
      ),
    ),
    section(
      'Delays',
      table(
        ['delay', 'ms'],
        graph.delays.map(({ name, ms }) => [code(name), ms === undefined ? 'computed' : milliseconds.format(ms)]),
      ),
    ),
    section(
      'Actors',
      table(
        ['actor', 'call', 'runs in'],
        graph.actors.map(({ name, call }) => [
          code(name),
          call,
          codes(graph.nodes.filter(({ invokes }) => invokes.some(({ src }) => src === name)).map(({ id }) => short(id))) ||
            'from its start on',
        ]),
      ),
    ),
    section('What it tells the outside', emitted.length > 0 ? `Emits ${codes(emitted)}.` : ''),
    section(
      'Invariants',
      Object.keys(model?.invariants ?? {})
        .map((sentence) => `- ${sentence}`)
        .join('\n'),
    ),
    section(
      'Coverage of the last test run',
      figures
        ? table(
            ['walked by', 'transitions covered', 'paths', 'steps', 'of these, sent past the screen'],
            (['actor', 'view', 'browser'] as const).flatMap((walker) => {
              const done = figures[walker];
              return done ? [[walker, `${done.covered} of ${done.transitions}`, done.paths, done.steps ?? '–', done.past ?? 0]] : [];
            }),
          )
        : '',
    ),
    `\n## As Mermaid\n\n\`\`\`mermaid\n${toMermaid(graph)}\`\`\`\n`,
  ].join('');
}

/** Room around the charts of an area: the map has to fit the page. */
const mapPadding = 6;

/** What each chart has to do with others, in a table. */
const mapTable = (map: readonly MapChart[]): string =>
  table(
    ['area', 'chart', 'run by', 'starts', 'emits', 'heard by', 'who sends on'],
    map
      .toSorted((a, b) => a.area.localeCompare(b.area))
      .flatMap(({ id, area, runBy, starts, emits }) => {
        const parents = map.filter((other) => other.starts.includes(id)).map((other) => other.id);
        const first = [area, `[${id}](${id}.md)`, codes([...parents, ...runBy]), codes(starts)];
        const rows = emits.flatMap(({ event, heard }) =>
          heard.map(({ by, sends }, index) => [
            index === 0 ? code(event) : '',
            code(by),
            sends.map((sent) => `${code(sent.event)} to ${code(sent.chart)}`).join(', '),
          ]),
        );
        return rows.length === 0
          ? [[...first, '', '', '']]
          : rows.map((row, index) => [...(index === 0 ? first : ['', '', '', '']), ...row]);
      }),
  );

function indexPage(pages: readonly { graph: ChartGraph; figures: Figures[string] | undefined }[], map: readonly MapChart[]): string {
  const share = (walked: { covered: number; transitions: number } | undefined) =>
    walked ? `${walked.covered}/${walked.transitions}` : '–';
  return `# Statecharts

Every flow of the product, drawn and described from the charts themselves (\`npm run docs:statecharts\`). The figures are transitions
covered of transitions there are, by a bare actor, through the screen, and in a browser (\`npm run test:model\`). While the product runs,
\`/developer/statecharts\` shows the same charts with their current states.

![The visualizer with the running session](../screenshots/statecharts.png)

![The visualizer simulating a quiz](../screenshots/statecharts-simulation.png)

${table(
  ['chart', 'what it owns', 'states', 'transitions', 'actor', 'view', 'browser'],
  pages.map(({ graph, figures }) => [
    `[${graph.id}](${graph.id}.md)`,
    graph.description,
    graph.nodes.length - 1,
    graph.edges.length,
    share(figures?.actor),
    share(figures?.view),
    share(figures?.browser),
  ]),
)}

## How they relate

A solid arrow leads from a chart to one that it starts. A dotted arrow leads from a chart to one that gets an event when the first emits
one: \`login.succeeded\`, then \`→ session.opened\`. All of it is read from the charts and from the source of the views and services that
listen. \`notices\`, \`collection\` and \`command\` are part of nearly every screen: what they get is only in the table, as are charts without
an arrow.

![The charts and what they have to do with each other](map.svg)

${mapTable(map)}

## Mutants

Changes that a seeded sample of \`npm run test:mutants\` made, one at a time, and how many of them did not compile or made a
test fail. Only the nearest tests were asked, and of charts not those of the screens. Each row is of the last draw of its kind, which
may be older than the tests.

${table(
  ['change', 'made', 'killed', 'survived', 'equivalent'],
  Object.entries(readMutants()).map(([name, { made, killed, survived, equivalent }]) => [name, made, killed, survived, equivalent]),
)}
`;
}

/**
 * The texts that charts announce, by language and key. As data, for the search: code would have to share these messages with the screens,
 * which costs the first screen bytes.
 */
function announcedFile(graphs: readonly ChartGraph[]): string {
  const keys = new Set(graphs.flatMap(({ nodes }) => nodes.flatMap(({ announce }) => announce ?? [])));
  const texts = Map.groupBy(filesUnder('messages'), (file) => file.split('/')[1] ?? '')
    .entries()
    .map(([language, files]) => {
      const all = files.flatMap((file) => Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>));
      return [language, Object.fromEntries(all.filter(([key]) => keys.has(key)).sort(([a], [b]) => a.localeCompare(b)))];
    });
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}

/** The map as data, one chart per line. */
const mapFile = ({ charts: all, layout }: ChartMap): string =>
  `{\n  "charts": [\n${all.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ],\n  "layout": ${JSON.stringify(layout)}\n}\n`;

/** One entry per line, so that changing one state changes one line. */
function layoutFile({ chart, width, height, ...parts }: ChartLayout): string {
  const lines = (value: object) =>
    Object.entries(value)
      .map(([key, part]) => `    ${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${JSON.stringify(part)}`)
      .join(',\n');
  const body = Object.entries(parts).map(([name, value]) => {
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    if (Object.keys(value).length === 0) return `  ${JSON.stringify(name)}: ${open}${close}`;
    return `  ${JSON.stringify(name)}: ${open}\n${lines(value)}\n  ${close}`;
  });
  return `{\n  "chart": ${JSON.stringify(chart)},\n  "width": ${width},\n  "height": ${height},\n${body.join(',\n')}\n}\n`;
}

/** All generated files, by path. */
async function generate(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const look = looks();
  const figures = readFigures();
  const pages: Parameters<typeof indexPage>[0][number][] = [];
  const facts: ChartFacts[] = [];
  for (const [name, machine] of Object.entries(charts) as [string, AnyStateMachine][]) {
    const graph = chartGraph(machine);
    if (name !== graph.id) throw new Error(`src/machines/index.ts calls the chart '${graph.id}' '${name}'; they must be the same.`);
    const model = await modelOf(name);
    const all = model ? exploreModel(model).pairs.flatMap(({ steps }) => steps.at(-1)?.emitted.map(({ type }) => type) ?? []) : [];
    const emitted = [...new Set(all)].sort();
    const { input, inputs = input === undefined ? {} : { default: input } } = model ?? {};
    const layout: ChartLayout = {
      chart: name,
      ...(await layoutChart(graph)),
      views: await layoutViews(graph),
      inputs: withoutActorIds(jsonSafe(inputs) ?? {}),
      events: ((model?.events ?? []) as ChartLayout['events']).filter((event) => jsonSafe(event)),
    };
    const pictures = await chartPictures(graph);
    files.set(join(docs, `${name}.md`), page(graph, pictures, model, emitted, figures[name]));
    for (const one of pictures) files.set(join(docs, pictureFile(one)), svgFile(one.graph, one.layout, { ...look, legend: one.legend }));
    files.set(join(layouts, `${name}.json`), layoutFile(layout));
    pages.push({ graph, figures: figures[name] });
    facts.push(factsOf(graph, emitted));
  }
  const map = relationsOf(facts, readSources(), readAreas());
  const drawn = mapGraph(map);
  const layout = await layoutChart(drawn, widest, mapPadding);
  files.set(join(docs, 'map.svg'), svgFile(drawn, layout, look));
  files.set(join(layouts, `${mapId}.json`), mapFile({ charts: map, layout }));
  files.set(join(layouts, 'announced.json'), announcedFile(pages.map(({ graph }) => graph)));
  files.set(join(docs, 'index.md'), indexPage(pages, map));
  files.set(join(docs, 'mutants.json'), `${JSON.stringify(readMutants(), null, 2)}\n`);
  files.set(join(docs, 'coverage.json'), `${JSON.stringify(figures, null, 2)}\n`);
  return files;
}

const current = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const files = await generate();
const surplus = [docs, layouts]
  .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []))
  .filter((file) => !files.has(file) && !file.endsWith('.png'));
const stale = [...files].filter(([file, text]) => current(file) !== text).map(([file]) => file);
if (process.argv.includes('--check')) {
  for (const file of [...stale, ...surplus]) console.log(`stale: ${file.slice(root.length + 1)}`);
  if (stale.length + surplus.length > 0) {
    console.log('The statechart pages are not up to date: run `npm run docs:statecharts` and commit what it writes.');
    process.exitCode = 1;
  }
} else {
  for (const folder of [docs, layouts]) mkdirSync(folder, { recursive: true });
  for (const file of stale) writeFileSync(file, files.get(file) ?? '');
  for (const file of surplus) rmSync(file);
  console.log(`${files.size} files of ${Object.keys(charts).length} charts, ${stale.length} written, ${surplus.length} removed`);
}
