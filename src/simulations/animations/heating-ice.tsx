import { marks, Picture, pathThrough } from '../picture.tsx';
import type { AnimationProps } from '../types.ts';
import { between, through } from './timeline.ts';

const text = {
  en: {
    states: ['solid: ice', 'melting', 'liquid: water', 'boiling', 'gas: steam'],
    scene: 'Particles of water in a heated container, a thermometer, and a graph of temperature against time',
    graph: 'Temperature (°C)',
    time: 'heating time',
  },
  es: {
    states: ['sólido: hielo', 'fusión', 'líquido: agua', 'ebullición', 'gas: vapor'],
    scene: 'Partículas de agua en un recipiente que se calienta, un termómetro y una gráfica de temperatura y tiempo',
    graph: 'Temperatura (°C)',
    time: 'tiempo',
  },
};

/** Temperature in °C over time (s): heating from 7 s on, melting from 13 to 25 s, boiling from 39 to 54 s. */
const curve = [
  [0, -20],
  [7, -20],
  [13, 0],
  [25, 0],
  [39, 100],
  [54, 100],
  [60, 120],
] as const;
const MELT = [13, 25] as const;
const BOIL = [39, 54] as const;

const BOX = { left: 40, right: 300, top: 44, bottom: 300 };
const COLUMNS = 6;
const COUNT = 24;
const RADIUS = 13;
/** Distance between neighbors in ice, and the minimum distance in general. */
const GAP = 29;
const TOUCH = 26.5;
const SCREEN = { graphLeft: 446, graphRight: 620, graphTop: 96, graphBottom: 300 };

/** How far the particles' motion has advanced at each half second: hotter is faster. */
const runs = marks(121, 0.5).map((at) => [at, 0] as [number, number]);
for (const [i, run] of runs.entries()) {
  const before = runs[i - 1];
  if (before) run[1] = before[1] + 0.5 * (1.6 + through(run[0], curve) / 60 + 2.4 * between(run[0], 40, 46));
}

/** A number from 0 to 1 that depends only on `i`, evenly distributed. */
const spread = (i: number, by: number) => (i * by) % 1;

/** @returns a point that moves back and forth between two walls at constant speed. */
function bounce(at: number, from: number, to: number): number {
  const width = to - from;
  const share = (((at % (2 * width)) + 2 * width) % (2 * width)) / width;
  return from + width * (share < 1 ? share : 2 - share);
}

/** @returns the target of particle `i`: in its row, sliding among others, or flying. */
function wanted(i: number, time: number): [x: number, y: number] {
  const run = through(time, runs);
  const column = i % COLUMNS;
  const row = Math.floor(i / COLUMNS);
  const shake = 1 + (through(time, curve) + 20) / 14;
  const solidX = (BOX.left + BOX.right) / 2 + (column - (COLUMNS - 1) / 2) * GAP + shake * Math.sin(run * 9 + i * 1.7);
  const solidY = BOX.bottom - RADIUS - 3 - row * GAP + shake * Math.cos(run * 8.3 + i * 2.9);
  const layer = i % 3;
  const liquidX = bounce(
    BOX.left + 20 + spread(i, 0.618) * 220 + 30 * Math.sin(run * 0.5 + i) + run * 9 * (layer - 1),
    BOX.left + RADIUS,
    BOX.right - RADIUS,
  );
  const liquidY = BOX.bottom - RADIUS - 2 - layer * 25 - 12 * Math.sin(run * 0.6 + i * 1.3);
  const speed = 34 + 30 * spread(i, 0.618);
  const angle = spread(i, 0.414) * 2 * Math.PI;
  const gasX = bounce(solidX + speed * Math.cos(angle) * run * 0.9, BOX.left + RADIUS, BOX.right - RADIUS);
  const gasY = bounce(solidY + speed * Math.sin(angle) * run * 0.9 - 80, BOX.top + RADIUS, BOX.bottom - RADIUS);
  const rows = COUNT / COLUMNS;
  const order = (rows - row - spread(i, 0.71)) / rows;
  const melts = MELT[0] + 1 + order * (MELT[1] - MELT[0] - 3);
  const boils = BOIL[0] + 1 + order * (BOIL[1] - BOIL[0] - 3.5);
  const [m, g] = [between(time, melts, melts + 2), between(time, boils, boils + 2.5)];
  const mix = (a: number, b: number, c: number) => (a + (b - a) * m) * (1 - g) + c * g;
  return [mix(solidX, liquidX, gasX), mix(solidY, liquidY, gasY)];
}

/** @returns the positions of the particles: as close to their targets as possible without overlapping. */
function places(time: number): readonly (readonly [x: number, y: number])[] {
  const all = marks(COUNT).map((i) => wanted(i, time));
  for (let round = 0; round < 14; round++) {
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        const far = Math.hypot(dx, dy) || 1;
        if (far >= TOUCH) continue;
        const [px, py] = [((TOUCH - far) / 2 / far) * dx, ((TOUCH - far) / 2 / far) * dy];
        a[0] -= px;
        a[1] -= py;
        b[0] += px;
        b[1] += py;
      }
      a[0] = Math.min(Math.max(a[0], BOX.left + RADIUS + 2), BOX.right - RADIUS - 2);
      a[1] = Math.min(Math.max(a[1], BOX.top + RADIUS + 2), BOX.bottom - RADIUS - 2);
    }
  }
  return all;
}

/** Ice heated to steam in 60 s. */
export default function HeatingIce({ time, language }: AnimationProps) {
  const t = text[language];
  const temperature = through(time, curve);
  const state = time < MELT[0] ? 0 : time < MELT[1] ? 1 : time < BOIL[0] ? 2 : time < BOIL[1] ? 3 : 4;
  const name = t.states[state] ?? '';
  const level = (celsius: number) => SCREEN.graphBottom - ((celsius + 20) / 140) * (SCREEN.graphBottom - SCREEN.graphTop);
  const graphX = (at: number) => SCREEN.graphLeft + (at / 60) * (SCREEN.graphRight - SCREEN.graphLeft);
  const past = [...curve.filter(([at]) => at < time), [time, temperature] as const];
  const heat = between(time, 6, 8);
  const dots = places(time)
    .map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
    .join('');
  const flicker = Math.sin(time * 9);
  return (
    <Picture width={640} height={360} film label={`${t.scene}. ${name}, ${Math.round(temperature)} °C`}>
      <rect width="640" height="360" className="d-paper" />
      <rect x={BOX.left} y={BOX.top} width={BOX.right - BOX.left} height={BOX.bottom - BOX.top} className="d-fill-1" opacity="0.4" />
      <path d={dots} className="d-line-6" strokeWidth={RADIUS * 2} strokeLinecap="round" fill="none" />
      <path d={dots} className="d-ink" strokeWidth={RADIUS * 2 - 5} strokeLinecap="round" opacity="0.12" fill="none" />
      <rect
        x={BOX.left}
        y={BOX.top}
        width={BOX.right - BOX.left}
        height={BOX.bottom - BOX.top}
        rx="8"
        className="d-ink"
        strokeWidth="4"
        fill="none"
      />
      {marks(5, 44, 82).map((x, i) => (
        <path
          key={x}
          d={`M${x} 348q-13 -12 0 ${-30 - 5 * flicker * (i % 2 === 0 ? 1 : -1)}q13 18 0 30z`}
          className="d-fill-2 d-line-2"
          strokeWidth="2.5"
          opacity={heat}
        />
      ))}
      <text x={(BOX.left + BOX.right) / 2} y="28" textAnchor="middle" className="d-text" fontWeight="700">
        {name}
      </text>

      <rect x="345" y="60" width="22" height="246" rx="11" className="d-paper" />
      <rect x="345" y="60" width="22" height="246" rx="11" className="d-ink" strokeWidth="2.5" fill="none" />
      <path d={`M356 312V${level(temperature)}`} className="d-line-4" strokeWidth="10" fill="none" />
      <circle cx="356" cy="318" r="19" className="d-solid-4" />
      {[-20, 0, 50, 100].map((mark) => (
        <g key={mark}>
          <path d={`M367 ${level(mark)}h9`} className="d-ink" strokeWidth="2" fill="none" />
          <text x="380" y={level(mark) + 6} className="d-text" fontSize="0.8em">
            {String(mark).replace('-', '−')}
          </text>
        </g>
      ))}
      <text x="356" y="42" textAnchor="middle" className="d-text" fontWeight="700">
        {String(Math.round(temperature)).replace('-', '−')} °C
      </text>

      {[0, 100].map((mark) => (
        <path
          key={mark}
          d={`M${SCREEN.graphLeft} ${level(mark)}H${SCREEN.graphRight}`}
          className="d-ink-soft"
          strokeWidth="1"
          strokeDasharray="3 5"
          fill="none"
        />
      ))}
      <path
        d={`M${SCREEN.graphLeft} ${SCREEN.graphTop}V${SCREEN.graphBottom}H${SCREEN.graphRight}`}
        className="d-ink"
        strokeWidth="2"
        fill="none"
      />
      <path
        d={pathThrough(past.map(([at, celsius]) => [graphX(at), level(celsius)] as const))}
        className="d-line-4"
        strokeWidth="4"
        strokeLinejoin="round"
        fill="none"
      />
      <circle cx={graphX(time)} cy={level(temperature)} r="6" className="d-solid-4" />
      <text x="632" y="78" textAnchor="end" className="d-text" fontSize="0.8em">
        {t.graph}
      </text>
      <text x={SCREEN.graphRight} y="326" textAnchor="end" className="d-text" fontSize="0.8em">
        {t.time}
      </text>
    </Picture>
  );
}
