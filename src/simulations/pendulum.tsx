import { ChoiceControl, NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import {
  gravity,
  largestPull,
  MEMORY,
  measurePeriod,
  smallAnglePeriod,
  parameters as specs,
  startSwing,
  stepSwing,
} from './pendulum.model.ts';
import { marks, Picture, pathThrough } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Pendulum',
    picture: 'A pendulum swinging from a support, and a graph of its angle against time',
    length: 'Length of the string',
    mass: 'Mass of the bob',
    angle: 'Angle of release',
    place: 'Place',
    places: { earth: 'Earth', mars: 'Mars', moon: 'Moon' },
    period: 'Period',
    small: '2π√(L/g), small swings',
    gravity: 'Free fall',
    pull: 'Largest pull on string',
    graph: 'Angle (°)',
    time: 'Time (s)',
    about:
      'A small heavy bob on a string that does not stretch, with no air resistance. The motion is computed step by step from θ″ = −(g/L) sin θ (Runge–Kutta); the mass is not in that equation, so it changes the pull on the string but not the period. Gravity on Mars and the Moon: NASA planetary fact sheets.',
    summary: (length: string, angle: string, mass: string, period: string) =>
      `A string of ${length}, released at ${angle}, with ${mass}: one swing there and back takes ${period}.`,
    moment: (time: string, angle: string) => `At ${time} s the angle is ${angle}°.`,
  },
  es: {
    title: 'Péndulo',
    picture: 'Un péndulo que oscila desde un soporte y una gráfica de su ángulo según el tiempo',
    length: 'Longitud del hilo',
    mass: 'Masa de la bola',
    angle: 'Ángulo al soltarla',
    place: 'Lugar',
    places: { earth: 'Tierra', mars: 'Marte', moon: 'Luna' },
    period: 'Período',
    small: '2π√(L/g), ángulo pequeño',
    gravity: 'Caída libre',
    pull: 'Mayor tirón del hilo',
    graph: 'Ángulo (°)',
    time: 'Tiempo (s)',
    about:
      'Una bola pequeña y pesada en un hilo que no se estira, sin resistencia del aire. El movimiento se calcula paso a paso con θ″ = −(g/L) sen θ (Runge–Kutta); la masa no aparece en esa ecuación: cambia el tirón del hilo, pero no el período. Gravedad en Marte y en la Luna: fichas planetarias de la NASA.',
    summary: (length: string, angle: string, mass: string, period: string) =>
      `Un hilo de ${length}, soltado a ${angle}, con ${mass}: una ida y vuelta dura ${period}.`,
    moment: (time: string, angle: string) => `A los ${time} s el ángulo es ${angle}°.`,
  },
};

const PIVOT = { x: 240, y: 28 };
const SCALE = 112;
const GRAPH = { left: 62, width: 396, middle: 344, height: 34 };

/** @returns the point at a distance from the pivot, at an angle in rad from straight down. */
const at = (distance: number, angle: number) => [PIVOT.x + distance * Math.sin(angle), PIVOT.y + distance * Math.cos(angle)] as const;

/** A pendulum whose period depends on length, gravity and, slightly, on the angle. */
export default function Pendulum({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const g = gravity[settings.place];
  const { state, runner } = useRunner({
    start: () => startSwing(settings.angle),
    step: (swing, dt) => stepSwing(swing, dt, settings.length, g),
    dt: 1 / 120,
    stride: 0.1,
    autoPlay: true,
    restartOn: `${settings.length} ${settings.angle} ${settings.place}`,
  });
  const number = (value: number, digits: number) => formatNumber(language, value, digits);
  const period = measurePeriod(settings.length, settings.angle, g);
  const release = (settings.angle * Math.PI) / 180;
  const reach = settings.length * SCALE;
  const radius = 7 + 8 * Math.sqrt(settings.mass);
  const [x, y] = at(reach, state.angle);
  const [leftEnd, rightEnd] = [at(reach, -release), at(reach, release)];
  const from = Math.max(0, state.time - MEMORY);
  const plotX = (time: number) => GRAPH.left + ((time - from) / MEMORY) * GRAPH.width;

  const stage = (
    <Picture width={480} height={404} label={t.picture}>
      <rect width="480" height="404" className="d-paper" />
      <path d="M150 22H330" className="d-ink" strokeWidth="5" strokeLinecap="round" fill="none" />
      {marks(12, 15, 156).map((x) => (
        <path key={x} d={`M${x} 20l8 -9`} className="d-ink-soft" strokeWidth="1.5" fill="none" />
      ))}
      <path d={`M240 28v${reach}`} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="3 6" fill="none" />
      <path
        d={`M${leftEnd.join(' ')}A${reach} ${reach} 0 0 0 ${rightEnd.join(' ')}`}
        className="d-ink-soft"
        strokeWidth="1.5"
        strokeDasharray="6 5"
        fill="none"
      />
      <path d={`M${PIVOT.x} ${PIVOT.y}L${x} ${y}`} className="d-ink" strokeWidth="2" fill="none" />
      <circle cx={PIVOT.x} cy={PIVOT.y} r="5" className="d-text" />
      <circle cx={x} cy={y} r={radius} className="d-solid-6" />
      <text x={x + radius + 10} y={y + 6} className="d-text">
        {number((state.angle * 180) / Math.PI, 0)}°
      </text>

      <path
        d={`M${GRAPH.left} ${GRAPH.middle - GRAPH.height}v${GRAPH.height * 2}M${GRAPH.left} ${GRAPH.middle}h${GRAPH.width}`}
        className="d-ink-soft"
        strokeWidth="1.5"
        fill="none"
      />
      {[settings.angle, 0, -settings.angle].map((mark) => (
        <text
          key={mark}
          x={GRAPH.left - 8}
          y={GRAPH.middle - (mark / settings.angle) * GRAPH.height + 6}
          textAnchor="end"
          className="d-text"
          fontSize="0.8em"
        >
          {number(mark, 0)}
        </text>
      ))}
      <text x={GRAPH.left} y={GRAPH.middle - GRAPH.height - 12} textAnchor="middle" className="d-text" fontSize="0.8em">
        {t.graph}
      </text>
      <path
        d={pathThrough(state.trace.map(([time, angle]) => [plotX(time), GRAPH.middle - (angle / release) * GRAPH.height] as const))}
        className="d-line-6"
        strokeWidth="2.5"
        strokeLinejoin="round"
        fill="none"
      />
      <circle cx={plotX(state.time)} cy={GRAPH.middle - (state.angle / release) * GRAPH.height} r="5" className="d-solid-6" />
      {marks(MEMORY / 2 + 1, 2, Math.ceil(from / 2) * 2)
        .filter((time) => time <= from + MEMORY)
        .map((time) => (
          <g key={time}>
            <path d={`M${plotX(time)} ${GRAPH.middle + GRAPH.height}v5`} className="d-ink-soft" strokeWidth="1.5" fill="none" />
            <text x={plotX(time)} y={GRAPH.middle + GRAPH.height + 20} textAnchor="middle" className="d-text" fontSize="0.8em">
              {time}
            </text>
          </g>
        ))}
      <text x="462" y={GRAPH.middle - GRAPH.height - 12} textAnchor="end" className="d-text" fontSize="0.8em">
        {t.time}
      </text>
    </Picture>
  );

  return (
    <SimulationFrame
      language={language}
      title={t.title}
      about={t.about}
      problems={problems}
      runner={runner}
      onReset={() => {
        restore();
        runner.reset();
      }}
      summary={t.summary(
        `${number(settings.length, 1)} m`,
        `${settings.angle}°`,
        `${number(settings.mass, 1)} kg`,
        `${number(period, 2)} s`,
      )}
      moment={t.moment(number(state.time, 1), number((state.angle * 180) / Math.PI, 0))}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.length} unit="m" language={language} {...field('length')} />
          <NumberControl label={t.mass} unit="kg" language={language} {...field('mass')} />
          <NumberControl label={t.angle} unit="°" language={language} {...field('angle')} />
          <ChoiceControl label={t.place} options={specs.place.options} names={t.places} {...field('place')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.period, value: `${number(period, 2)} s` },
            { label: t.small, value: `${number(smallAnglePeriod(settings.length, g), 2)} s` },
            { label: t.gravity, value: `${number(g, 2)} m/s²` },
            { label: t.pull, value: `${number(largestPull(settings.mass, settings.angle, g), 1)} N` },
          ]}
        />
      }
    />
  );
}
