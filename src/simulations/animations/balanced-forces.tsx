import { Arrow, marks, Picture } from '../picture.tsx';
import type { AnimationProps } from '../types.ts';
import { through } from './timeline.ts';

const text = {
  en: {
    scene: 'A crate on a level floor with arrows for the forces on it',
    gravity: 'gravity',
    support: 'floor',
    push: 'push',
    friction: 'friction',
    net: 'Net force',
    zero: 'zero',
    right: 'to the right',
    left: 'to the left',
    speed: 'Speed',
  },
  es: {
    scene: 'Una caja sobre un piso horizontal con flechas para las fuerzas sobre ella',
    gravity: 'gravedad',
    support: 'piso',
    push: 'empuje',
    friction: 'fricción',
    net: 'Fuerza neta',
    zero: 'cero',
    right: 'a la derecha',
    left: 'a la izquierda',
    speed: 'Rapidez',
  },
};

/** The push over time (s), in units of the picture: it exceeds the maximum static friction (60) soon after 22 s. */
const pushes = [
  [14, 0],
  [20, 48],
  [22, 54],
  [24, 86],
  [37, 86],
  [39, 50],
  [50, 50],
  [50.6, 0],
] as const;
const LARGEST_AT_REST = 60;
const SLIDING = 50;
const WEIGHT = 74;
const STEP = 0.1;

/** Speed and distance of the crate at each tenth of a second, in units of the picture, by Newton's second law. */
const motion = marks(601, STEP).map((at) => ({ at, speed: 0, way: 0, slides: false }));
for (const [i, now] of motion.entries()) {
  const before = motion[i - 1];
  if (!before) continue;
  const push = through(now.at, pushes);
  now.slides = before.speed > 0 || push > LARGEST_AT_REST;
  now.speed = now.slides ? Math.max(0, before.speed + (push - SLIDING) * 0.42 * STEP) : 0;
  now.way = before.way + now.speed * STEP;
}
const FASTEST = Math.max(...motion.map(({ speed }) => speed));

const CRATE = { x: 320, top: 128, bottom: 228, half: 60 };

/** A crate at rest, pushed, sliding at constant speed, and slowed down by friction, in 60 s. */
export default function BalancedForces({ time, language }: AnimationProps) {
  const t = text[language];
  const { speed, way, slides } = motion[Math.min(Math.max(Math.round(time / STEP), 0), motion.length - 1)] ?? {
    speed: 0,
    way: 0,
    slides: false,
  };
  const push = through(time, pushes);
  const friction = slides && speed > 0 ? SLIDING : Math.min(push, LARGEST_AT_REST);
  const net = push - friction;
  const direction = Math.abs(net) < 1 ? t.zero : net > 0 ? t.right : t.left;
  const middle = (CRATE.top + CRATE.bottom) / 2;
  const shift = way % 160;
  return (
    <Picture
      width={640}
      height={360}
      film
      label={`${t.scene}. ${t.net}: ${direction}. ${t.speed}: ${Math.round((speed / FASTEST) * 100)}%`}
    >
      <rect width="640" height="360" className="d-paper" />
      {marks(6, 160, -shift - 40).map((x) => (
        <g key={x + shift}>
          <rect x={x} y="20" width="84" height="66" rx="4" className="d-fill-1" />
          <path d={`M${x + 42} 20v66M${x} 53h84`} className="d-ink-soft" strokeWidth="1.5" opacity="0.6" fill="none" />
        </g>
      ))}
      <rect y={CRATE.bottom} width="640" height="34" className="d-fill-2" />
      <path d={`M0 ${CRATE.bottom}H640`} className="d-ink" strokeWidth="3" fill="none" />
      {marks(18, 40, -(way % 40) - 20).map((x) => (
        <path key={x + (way % 40)} d={`M${x} ${CRATE.bottom + 33}l14 -30`} className="d-ink-soft" strokeWidth="1.5" fill="none" />
      ))}

      <rect x={CRATE.x - CRATE.half} y={CRATE.top} width={CRATE.half * 2} height={CRATE.bottom - CRATE.top} rx="4" className="d-fill-2" />
      <path
        d={`M${CRATE.x - CRATE.half + 12} ${CRATE.top}V${CRATE.bottom}M${CRATE.x + CRATE.half - 12} ${CRATE.top}V${CRATE.bottom}M${CRATE.x - 48} ${CRATE.bottom - 12}L${CRATE.x + 48} ${CRATE.top + 12}`}
        className="d-line-2"
        strokeWidth="3"
        opacity="0.5"
        fill="none"
      />
      <rect
        x={CRATE.x - CRATE.half}
        y={CRATE.top}
        width={CRATE.half * 2}
        height={CRATE.bottom - CRATE.top}
        rx="4"
        className="d-ink"
        strokeWidth="3"
        fill="none"
      />

      <Arrow from={[CRATE.x, middle]} to={[CRATE.x, middle + WEIGHT]} color={6} width={6} />
      <Arrow from={[CRATE.x, middle]} to={[CRATE.x, middle - WEIGHT]} color={5} width={6} />
      <text x={CRATE.x + 14} y={middle - WEIGHT + 14} className="d-text" fontSize="0.85em">
        {t.support}
      </text>
      <text x={CRATE.x + 14} y={middle + WEIGHT + 2} className="d-text" fontSize="0.85em">
        {t.gravity}
      </text>
      {push > 0 && (
        <>
          <Arrow from={[CRATE.x - CRATE.half - 8 - push, middle]} to={[CRATE.x - CRATE.half - 8, middle]} color={4} width={7} />
          <text x={CRATE.x - CRATE.half - 14} y={middle - 20} textAnchor="end" className="d-text" fontSize="0.85em">
            {t.push}
          </text>
        </>
      )}
      {friction > 0 && (
        <>
          <Arrow
            from={[CRATE.x + CRATE.half + 8 + friction, CRATE.bottom - 10]}
            to={[CRATE.x + CRATE.half + 8, CRATE.bottom - 10]}
            color={3}
            width={7}
          />
          <text x={CRATE.x + CRATE.half + 18} y={CRATE.bottom - 28} className="d-text" fontSize="0.85em">
            {t.friction}
          </text>
        </>
      )}

      <text x="24" y="306" className="d-text" fontSize="0.9em">
        {t.net}: {direction}
      </text>
      <circle cx="150" cy="332" r="5" className="d-text" />
      <Arrow from={[150, 332]} to={[150 + net * 2, 332]} color={4} width={8} />
      <text x="372" y="306" className="d-text" fontSize="0.9em">
        {t.speed}
      </text>
      <rect x="372" y="320" width="244" height="22" rx="4" className="d-fill-5" />
      <rect x="372" y="320" width={((speed / FASTEST) * 244).toFixed(1)} height="22" rx="4" className="d-solid-5" />
      <rect x="372" y="320" width="244" height="22" rx="4" className="d-ink" strokeWidth="2" fill="none" />
    </Picture>
  );
}
