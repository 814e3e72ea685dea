import { formatNumber } from '../language.ts';
import { Arrow, marks, Picture, pathThrough } from '../picture.tsx';
import type { AnimationProps } from '../types.ts';
import { between, through } from './timeline.ts';

const text = {
  en: {
    scene: 'A wave travels along a rope from left to right',
    crest: 'crest',
    trough: 'trough',
    marked: 'up and down only',
    wavelength: 'wavelength',
    amplitude: 'amplitude',
    frequency: 'frequency',
    speed: 'speed',
    formula: 'speed = frequency × wavelength',
    passes: 'waves passed',
  },
  es: {
    scene: 'Una onda viaja por una cuerda de izquierda a derecha',
    crest: 'cresta',
    trough: 'valle',
    marked: 'solo sube y baja',
    wavelength: 'longitud de onda',
    amplitude: 'amplitud',
    frequency: 'frecuencia',
    speed: 'rapidez',
    formula: 'rapidez = frecuencia × longitud de onda',
    passes: 'ondas que pasaron',
  },
};

/** Units of the picture per meter, and the wave's speed in m/s. */
const SCALE = 100;
const SPEED = 1.2;
const REST = 170;
/** The moments when the hand's amplitude and frequency change, in s. */
const GROWS = [26, 28] as const;
const DOUBLES = 38;
const POST = 470;

/** @returns number of waves that the hand has sent by a moment: 0.5 per second, then 1 per second. */
const sent = (at: number) => 0.5 * at + 0.5 * Math.max(0, at - DOUBLES);

/** @returns height of the rope in units of the picture, at `x` from the left edge. */
function heightAt(x: number, time: number): number {
  const left = time - x / SCALE / SPEED;
  const amplitude = 44 + 22 * between(left, GROWS[0], GROWS[1]) - 22 * between(left, DOUBLES - 5, DOUBLES - 3);
  return amplitude * Math.sin(2 * Math.PI * sent(left));
}

/** @returns the position of a crest (or, half a wave further, a trough) between two positions; undefined if there is none. */
function find(time: number, offset: number, from: number, to: number): number | undefined {
  return marks(to - from, 1, from).find((x) => {
    const [a, b] = [x, x + 1].map((place) => sent(time - place / SCALE / SPEED) - 0.25 - offset) as [number, number];
    return Math.floor(a) !== Math.floor(b);
  });
}

/** A traveling wave with its crest, trough, wavelength, amplitude and frequency, in 60 s. */
export default function TransverseWave({ time, language }: AnimationProps) {
  const t = text[language];
  const rope = marks(161, 4).map((x) => [x, REST - heightAt(x, time)] as const);
  const crest = find(time, 0, 60, 330);
  const nextCrest = crest === undefined ? undefined : find(time, 0, Math.round(crest) + 20, 639);
  const trough = find(time, 0.5, 60, 600);
  const marked = REST - heightAt(320, time);
  const frequency = time < DOUBLES + 1 ? 0.5 : 1;
  const shows = (from: number, to: number) => between(time, from, from + 0.8) * (1 - between(time, to, to + 0.8));
  const passed = Math.max(0, Math.floor(sent(time - POST / SCALE / SPEED) - sent(32 - POST / SCALE / SPEED)));
  const number = (value: number) => formatNumber(language, value, 1);
  const values = [
    { label: t.frequency, value: `${number(frequency)} Hz` },
    { label: t.wavelength, value: `${number(SPEED / frequency)} m` },
    { label: t.speed, value: `${number(SPEED)} m/s` },
  ];
  const amplitudeTop =
    REST -
    through(time, [
      [GROWS[0] + 2, 44],
      [GROWS[1] + 3, 66],
    ]);
  return (
    <Picture width={640} height={360} film label={`${t.scene}. ${values.map(({ label, value }) => `${label} ${value}`).join(', ')}`}>
      <rect width="640" height="360" className="d-paper" />
      <path d={`M0 ${REST}H640`} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="5 6" fill="none" />
      <g opacity={shows(32, 48)}>
        <path d={`M${POST} 84V268`} className="d-ink" strokeWidth="4" fill="none" />
        <text x={POST} y="72" textAnchor="middle" className="d-text" fontSize="0.85em">
          {t.passes}: {passed}
        </text>
      </g>
      <path d={pathThrough(rope)} className="d-line-1" strokeWidth="6" strokeLinejoin="round" strokeLinecap="round" fill="none" />
      <g opacity={shows(0.2, 8)}>
        {crest !== undefined && (
          <text x={crest} y={REST - 58} textAnchor="middle" className="d-text">
            {t.crest}
          </text>
        )}
        {trough !== undefined && (
          <text x={trough} y={REST + 76} textAnchor="middle" className="d-text">
            {t.trough}
          </text>
        )}
      </g>
      <g opacity={between(time, 7, 8)}>
        <g opacity={shows(8, 16)}>
          <path d={`M320 ${REST - 60}v120`} className="d-ink-soft" strokeWidth="2" strokeDasharray="2 5" fill="none" />
          <text x="340" y={REST - 70} className="d-text" fontSize="0.9em">
            {t.marked}
          </text>
        </g>
        <circle cx="320" cy={marked} r="11" className="d-solid-4" />
        <circle cx="320" cy={marked} r="4" className="d-text-inv" />
      </g>
      {crest !== undefined && nextCrest !== undefined && (
        <g opacity={Math.max(shows(16, 22), shows(40, 48))}>
          <path
            d={`M${crest} ${REST - 92}v24M${nextCrest} ${REST - 92}v24M${crest} ${REST - 80}H${nextCrest}`}
            className="d-line-3"
            strokeWidth="3"
            fill="none"
          />
          <text x={Math.min(Math.max((crest + nextCrest) / 2, 120), 520)} y={REST - 100} textAnchor="middle" className="d-text">
            {t.wavelength}
          </text>
        </g>
      )}
      <g opacity={shows(23, 31)}>
        <path d={`M0 ${amplitudeTop}H640`} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="2 6" fill="none" />
        <Arrow from={[70, REST]} to={[70, amplitudeTop]} color={3} width={4} />
        <text x="84" y={amplitudeTop - 12} className="d-text">
          {t.amplitude}
        </text>
      </g>
      <g opacity={between(time, 49, 50)}>
        <text x="320" y="46" textAnchor="middle" className="d-text" fontWeight="700">
          {t.formula}
        </text>
      </g>
      {values.map(({ label, value }, i) => (
        <g key={label} opacity={i === 0 ? between(time, 32, 33) : i === 1 ? between(time, 16, 17) : between(time, 39, 40)}>
          <text x={110 + i * 210} y="308" textAnchor="middle" className="d-text" fontSize="0.85em">
            {label}
          </text>
          <text x={110 + i * 210} y="342" textAnchor="middle" className="d-text" fontWeight="700">
            {value}
          </text>
        </g>
      ))}
    </Picture>
  );
}
