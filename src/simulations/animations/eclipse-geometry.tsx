import { Picture } from '../picture.tsx';
import type { AnimationProps } from '../types.ts';
import { between, through } from './timeline.ts';

const text = {
  en: {
    scenes: [
      'The Sun lights the Earth and the Moon; behind each is a cone of shadow',
      'At new Moon the Moon’s shadow reaches the Earth: a solar eclipse',
      'At full Moon the Moon is in the Earth’s shadow: a lunar eclipse',
      'Seen from the side, the Moon’s orbit is tilted and its shadow mostly misses the Earth',
    ],
    sun: 'Sun',
    earth: 'Earth',
    moon: 'Moon',
    total: 'total',
    partial: 'partial',
    solar: 'solar eclipse',
    lunar: 'lunar eclipse',
    side: 'seen from the side',
    tilt: 'about 5° (drawn larger)',
    misses: 'shadow misses the Earth',
    lined: 'in line: an eclipse',
    scale: 'not to scale',
  },
  es: {
    scenes: [
      'El Sol ilumina la Tierra y la Luna; detrás de cada una hay un cono de sombra',
      'En luna nueva la sombra de la Luna llega a la Tierra: un eclipse solar',
      'En luna llena la Luna está en la sombra de la Tierra: un eclipse lunar',
      'Vista de lado, la órbita de la Luna está inclinada y su sombra casi siempre pasa lejos de la Tierra',
    ],
    sun: 'Sol',
    earth: 'Tierra',
    moon: 'Luna',
    total: 'total',
    partial: 'parcial',
    solar: 'eclipse solar',
    lunar: 'eclipse lunar',
    side: 'vista de lado',
    tilt: 'unos 5° (aquí más)',
    misses: 'la sombra no llega a la Tierra',
    lined: 'en línea: un eclipse',
    scale: 'no está a escala',
  },
};

/** Sizes are chosen so that the Moon's umbra just reaches the Earth, as in reality. */
const SUN = { x: 26, y: 180, r: 40 };
const EARTH = { x: 400, y: 180, r: 26 };
const MOON_RADIUS = 9;
const ORBIT = 95;
/** Tilt of the orbit as drawn in the side view, in degrees; 5.1 in reality. */
const DRAWN_TILT = 30;
const SIDE_VIEW = 45;

/** The Moon's direction from the Earth over time (s), in degrees counterclockwise; 180 is toward the Sun. */
const journey = [
  [0, 100],
  [8, 178],
  [30, 182],
  [37.5, 356],
  [45, 364],
] as const;

/**
 * The full shadow (umbra) and partial shadow (penumbra) of a ball in sunlight.
 * @returns polygons, `length` long, drawn for a ball at the Sun's height and rotated to its actual direction.
 */
function Shadow({ x, y, r, length }: { x: number; y: number; r: number; length: number }) {
  const distance = Math.hypot(x - SUN.x, y - SUN.y);
  const turn = (Math.atan2(y - SUN.y, x - SUN.x) * 180) / Math.PI;
  const tip = Math.min((distance * r) / (SUN.r - r), length);
  const narrow = r * (1 - (tip * (SUN.r - r)) / (distance * r));
  const wide = r + (length * (SUN.r + r)) / distance;
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d={`M0 ${-r}L${length} ${-wide}V${wide}L0 ${r}z`} className="d-paper" opacity="0.75" />
      <path
        d={`M0 ${-r}L${length} ${-wide}M0 ${r}L${length} ${wide}`}
        className="d-ink-soft"
        strokeWidth="1"
        strokeDasharray="4 5"
        opacity="0.7"
        fill="none"
      />
      <path d={`M0 ${-r}L${tip} ${-narrow}V${narrow}L0 ${r}z`} className="d-fill-3" />
      <path d={`M0 ${-r}L${tip} ${-narrow}M0 ${r}L${tip} ${narrow}`} className="d-line-3" strokeWidth="1" fill="none" />
    </g>
  );
}

/** A ball whose lit half faces the Sun. */
function Ball({ x, y, r, lit }: { x: number; y: number; r: number; lit: string }) {
  const turn = (Math.atan2(y - SUN.y, x - SUN.x) * 180) / Math.PI;
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <circle r={r} className="d-night" />
      <path d={`M0 ${-r}A${r} ${r} 0 0 0 0 ${r}z`} className={lit} />
      <circle r={r} className="d-ink" strokeWidth="1.5" fill="none" />
    </g>
  );
}

/** How Sun, Moon and Earth cause solar and lunar eclipses, and why not every month, in 60 s. */
export default function EclipseGeometry({ time, language }: AnimationProps) {
  const t = text[language];
  const isSide = time >= SIDE_VIEW;
  const scene = isSide ? 3 : time >= 36 ? 2 : time >= 7 ? 1 : 0;
  const shows = (from: number, to: number) => between(time, from, from + 0.8) * (1 - between(time, to, to + 0.8));

  const tilt = through(time, [
    [54, DRAWN_TILT],
    [56, 0],
    [57.5, 0],
    [60, -DRAWN_TILT],
  ]);
  const angle = (through(time, journey) * Math.PI) / 180;
  const lean = (tilt * Math.PI) / 180;
  const [mx, my] = isSide
    ? [EARTH.x - ORBIT * Math.cos(lean), EARTH.y - ORBIT * Math.sin(lean)]
    : [EARTH.x + ORBIT * Math.cos(angle), EARTH.y - ORBIT * Math.sin(angle)];
  const eclipsed = !isSide && mx > EARTH.x && Math.abs(my - EARTH.y) < 22;
  const inLine = Math.abs(tilt) < 3;
  const misses = Math.abs(tilt) > 20;
  const heading = (words: string) => (
    <text x="24" y="40" className="d-text" fontWeight="700">
      {words}
    </text>
  );

  return (
    <Picture width={640} height={360} film night label={`${t.scenes[scene]}`}>
      <Shadow x={EARTH.x} y={EARTH.y} r={EARTH.r} length={260} />
      {!eclipsed && <Shadow x={mx} y={my} r={MOON_RADIUS} length={100} />}
      {isSide ? (
        <>
          <ellipse
            cx={EARTH.x}
            cy={EARTH.y}
            rx={ORBIT}
            ry="13"
            transform={`rotate(${tilt} ${EARTH.x} ${EARTH.y})`}
            className="d-ink-soft"
            strokeWidth="1.5"
            strokeDasharray="4 5"
            fill="none"
          />
          <path d={`M${SUN.x} ${SUN.y}H620`} className="d-ink-soft" strokeWidth="1" strokeDasharray="2 6" fill="none" />
        </>
      ) : (
        <circle cx={EARTH.x} cy={EARTH.y} r={ORBIT} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="4 5" fill="none" />
      )}
      <circle cx={SUN.x} cy={SUN.y} r={SUN.r} className="d-sun" />
      <Ball x={EARTH.x} y={EARTH.y} r={EARTH.r} lit="d-solid-6" />
      {eclipsed ? (
        <>
          <circle cx={mx} cy={my} r={MOON_RADIUS} className="d-solid-4" opacity="0.8" />
          <circle cx={mx} cy={my} r={MOON_RADIUS} className="d-ink" strokeWidth="1.5" fill="none" />
        </>
      ) : (
        <Ball x={mx} y={my} r={MOON_RADIUS} lit="d-lit" />
      )}

      <text x={SUN.x + 4} y={SUN.y + 66} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.sun}
      </text>
      <text x={EARTH.x + 4} y={EARTH.y + (isSide ? 62 : 52)} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.earth}
      </text>
      <text x={mx} y={my - 20} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.moon}
      </text>
      <text x="626" y="344" textAnchor="end" className="d-text" fontSize="0.7em">
        {t.scale}
      </text>
      <g opacity={shows(8, 31)}>{heading(t.solar)}</g>
      <g opacity={shows(15, 30)}>
        <circle cx={EARTH.x - EARTH.r} cy={EARTH.y} r="4" className="d-solid-4" />
        <path d={`M${EARTH.x - EARTH.r} ${EARTH.y}L330 276`} className="d-ink" strokeWidth="1.5" fill="none" />
        <text x="326" y="298" textAnchor="middle" className="d-text" fontSize="0.9em">
          {t.total}
        </text>
      </g>
      <g opacity={shows(23, 30)}>
        {[-15, 15].map((dy) => (
          <circle key={dy} cx={EARTH.x - 21} cy={EARTH.y + dy} r="4" className="d-solid-2" />
        ))}
        <path d={`M${EARTH.x - 21} ${EARTH.y - 15}L376 66`} className="d-ink" strokeWidth="1.5" fill="none" />
        <text x="376" y="56" textAnchor="middle" className="d-text" fontSize="0.9em">
          {t.partial}
        </text>
      </g>
      <g opacity={shows(37, 44.2)}>{heading(t.lunar)}</g>
      <g opacity={between(time, SIDE_VIEW, SIDE_VIEW + 0.8)}>
        {heading(t.side)}
        <text x="24" y="344" className="d-text" fontSize="0.9em">
          {inLine ? t.lined : misses ? t.misses : ''}
        </text>
        <text x="630" y="286" textAnchor="end" className="d-text" fontSize="0.85em" opacity={misses ? 1 : 0}>
          {t.tilt}
        </text>
      </g>
    </Picture>
  );
}
