import { marks, Picture } from '../picture.tsx';
import type { AnimationProps } from '../types.ts';
import { through } from './timeline.ts';

const text = {
  en: {
    scene: 'The two loops of the blood: heart to lungs and back, heart to body and back',
    lungs: 'lungs',
    body: 'rest of the body',
    rightAtrium: ['right', 'atrium'],
    rightVentricle: ['right', 'ventricle'],
    leftAtrium: ['left', 'atrium'],
    leftVentricle: ['left', 'ventricle'],
    low: 'low in oxygen',
    rich: 'rich in oxygen',
    drop: 'the followed drop',
  },
  es: {
    scene: 'Los dos circuitos de la sangre: del corazón a los pulmones y de vuelta, del corazón al cuerpo y de vuelta',
    lungs: 'pulmones',
    body: 'resto del cuerpo',
    rightAtrium: ['aurícula', 'derecha'],
    rightVentricle: ['ventrículo', 'derecho'],
    leftAtrium: ['aurícula', 'izquierda'],
    leftVentricle: ['ventrículo', 'izquierdo'],
    low: 'poco oxígeno',
    rich: 'mucho oxígeno',
    drop: 'la gota seguida',
  },
};

type Point = readonly [x: number, y: number];

/** The path of the blood in order, from the body's capillaries through right heart, lungs and left heart and back. */
const way: readonly Point[] = [
  [190, 316],
  [96, 316],
  [96, 160],
  [240, 160],
  [240, 236],
  [320, 236],
  [320, 92],
  [240, 72],
  [240, 44],
  [400, 44],
  [544, 44],
  [544, 160],
  [400, 160],
  [400, 236],
  [544, 236],
  [544, 316],
  [450, 316],
  [190, 316],
];

/** Length of the path up to each of its points. */
const lengths = way.map(() => 0);
for (const [i, [x, y]] of way.entries()) {
  const before = way[i - 1];
  if (before) lengths[i] = (lengths[i - 1] ?? 0) + Math.hypot(x - before[0], y - before[1]);
}
const TOTAL = lengths.at(-1) ?? 1;
const LUNGS = ((lengths[8] ?? 0) + (lengths[9] ?? 0)) / 2;
const BODY = ((lengths[16] ?? 0) + TOTAL) / 2;

/** @returns the point at a length along the closed path. */
function along(length: number): Point {
  const at = ((length % TOTAL) + TOTAL) % TOTAL;
  const next = lengths.findIndex((end) => end > at);
  const [a = [0, 0], b = [0, 0]] = [way[next - 1], way[next]];
  const share = (at - (lengths[next - 1] ?? 0)) / ((lengths[next] ?? 1) - (lengths[next - 1] ?? 0));
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

/** Position of the followed drop over time (s): in the right atrium at 6 s, in the lungs at 26 s, in the body at 47 s. */
const journey = [
  [0, -120],
  [6, lengths[3] ?? 0],
  [12, (lengths[3] ?? 0) + 10],
  [15, lengths[4] ?? 0],
  [19, (lengths[4] ?? 0) + 20],
  [26, (lengths[7] ?? 0) + 10],
  [31, LUNGS + 20],
  [33.5, lengths[11] ?? 0],
  [35, lengths[12] ?? 0],
  [38.5, lengths[13] ?? 0],
  [41, (lengths[13] ?? 0) + 30],
  [47, lengths[16] ?? 0],
  [53, BODY + 50],
  [54, TOTAL],
  [60, TOTAL + (lengths[3] ?? 0)],
] as const;

/** @returns whether the blood at this length has passed the lungs but not yet the body. */
const isRich = (length: number) => {
  const at = ((length % TOTAL) + TOTAL) % TOTAL;
  return at > LUNGS && at < BODY;
};

const vessel = (from: number, to: number) =>
  `M${way
    .slice(from, to + 1)
    .map((point) => point.join(' '))
    .join('L')}`;

const chambers = [
  { name: 'rightAtrium', x: 188, y: 126, wall: 4, rich: false, from: 6, to: 12 },
  { name: 'rightVentricle', x: 188, y: 200, wall: 5, rich: false, from: 12, to: 19 },
  { name: 'leftAtrium', x: 336, y: 126, wall: 4, rich: true, from: 33, to: 36 },
  { name: 'leftVentricle', x: 336, y: 200, wall: 11, rich: true, from: 36, to: 42 },
] as const;

/** One trip of the blood through both loops, in 60 s. */
export default function BloodFlow({ time, language }: AnimationProps) {
  const t = text[language];
  const drop = through(time, journey);
  const [x, y] = along(drop);
  const isIn = (from: number, to: number) => time >= from && time < to;
  const beat = 1 + 0.5 * Math.max(0, Math.sin(time * 2 * Math.PI)) ** 3;
  return (
    <Picture width={640} height={360} film label={`${t.scene}. ${t.drop}: ${isRich(drop) ? t.rich : t.low}`}>
      <rect width="640" height="360" className="d-paper" />
      <path d={vessel(9, 16)} className="d-line-4" strokeWidth="20" opacity="0.35" strokeLinejoin="round" fill="none" />
      <path d={vessel(0, 8)} className="d-line-6" strokeWidth="20" opacity="0.35" strokeLinejoin="round" fill="none" />

      {[320 - 8, 320 + 8].map((lung, i) => (
        <path
          key={lung}
          d={
            i === 0
              ? `M${lung} 18c-40 -14 -118 0 -124 40c-2 26 30 36 60 34c34 -4 60 -4 64 -22z`
              : `M${lung} 18c40 -14 118 0 124 40c2 26 -30 36 -60 34c-34 -4 -60 -4 -64 -22z`
          }
          className="d-fill-3"
        />
      ))}
      <rect x="190" y="288" width="260" height="58" rx="18" className="d-fill-3" />
      <path d={vessel(7, 10)} className="d-line-3" strokeWidth="8" opacity="0.5" strokeLinejoin="round" fill="none" />
      <path d="M190 316H450" className="d-line-3" strokeWidth="8" opacity="0.5" fill="none" />
      {chambers.map(({ name, x: left, y: top, wall, rich, from, to }) => (
        <g key={name}>
          <rect x={left} y={top} width="116" height="68" rx="14" className={rich ? 'd-fill-4' : 'd-fill-6'} />
          <rect
            x={left}
            y={top}
            width="116"
            height="68"
            rx="14"
            className={rich ? 'd-line-4' : 'd-line-6'}
            strokeWidth={wall * beat + (isIn(from, to) ? 4 : 0)}
            fill="none"
          />
        </g>
      ))}
      <rect x="226" y="188" width="40" height="18" className="d-fill-6" />
      <rect x="374" y="186" width="40" height="22" className="d-fill-4" />

      {marks(64, TOTAL / 64).map((start) => {
        const at = start + time * 34;
        const [cx, cy] = along(at);
        const inside = cx > 188 && cx < 452 && cy > 120 && cy < 275 && Math.abs(cx - 320) > 12;
        if (inside) return null;
        return isRich(at) ? (
          <circle key={start} cx={cx} cy={cy} r="5" className="d-solid-4" />
        ) : (
          <circle key={start} cx={cx} cy={cy} r="4.5" className="d-line-6" strokeWidth="2.5" fill="none" />
        );
      })}
      <text x="320" y="74" textAnchor="middle" className="d-text" fontSize="0.85em" fontWeight={isIn(19, 33) ? 700 : 400}>
        {t.lungs}
      </text>
      <text x="320" y="340" textAnchor="middle" className="d-text" fontSize="0.85em" fontWeight={isIn(42, 54) ? 700 : 400}>
        {t.body}
      </text>
      <circle cx={x} cy={y} r="14" className={isRich(drop) ? 'd-fill-4' : 'd-fill-6'} />
      <circle cx={x} cy={y} r="14" className={isRich(drop) ? 'd-line-4' : 'd-line-6'} strokeWidth="5" fill="none" />
      {chambers.map(({ name, x: left, y: top, from, to }) =>
        t[name].map((line, i) => (
          <text
            key={`${name} ${line}`}
            x={left + 58}
            y={top + 30 + i * 24}
            textAnchor="middle"
            className="d-text"
            fontSize="0.8em"
            fontWeight={isIn(from, to) ? 700 : 400}
          >
            {line}
          </text>
        )),
      )}

      <circle cx="18" cy="32" r="4.5" className="d-line-6" strokeWidth="2.5" fill="none" />
      <text x="32" y="38" className="d-text" fontSize="0.75em">
        {t.low}
      </text>
      <circle cx="18" cy="62" r="5" className="d-solid-4" />
      <text x="32" y="68" className="d-text" fontSize="0.75em">
        {t.rich}
      </text>
    </Picture>
  );
}
