import { energies, parameters as specs, startRide, stepRide, trackHeight, trackShape, WIDTH } from './energy-track.model.ts';
import { NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { type Color, marks, Picture, pathThrough } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Energy on a track',
    picture: 'A car on a track with two valleys and a hill between them, and a bar for each kind of energy',
    friction: 'Coefficient of friction',
    mass: 'Mass of the car',
    height: 'Height of release',
    kinetic: 'Kinetic',
    potential: 'Potential',
    thermal: 'Thermal',
    total: 'Total',
    speed: 'Speed',
    level: 'Height',
    stopped: 'The car has stopped; its energy is now thermal energy, and what is left of the potential energy.',
    about:
      'A car held on its rails, without air resistance. Potential energy is measured from 0 m on the height scale. Friction is the coefficient times the rails’ push on the car and warms rails and wheels. Energy is only turned from one kind into another: the total stays.',
    summary: (height: string, friction: string) => `Released at ${height}, coefficient of friction ${friction}.`,
    moment: (speed: string, height: string) => `Speed ${speed}, height ${height}.`,
  },
  es: {
    title: 'Energía en una pista',
    picture: 'Un carro en una pista con dos valles y una colina entre ellos, y una barra para cada clase de energía',
    friction: 'Coeficiente de fricción',
    mass: 'Masa del carro',
    height: 'Altura de salida',
    kinetic: 'Cinética',
    potential: 'Potencial',
    thermal: 'Térmica',
    total: 'Total',
    speed: 'Rapidez',
    level: 'Altura',
    stopped: 'El carro se ha detenido; su energía es ahora energía térmica y lo que queda de la energía potencial.',
    about:
      'Un carro sujeto a sus rieles, sin resistencia del aire. La energía potencial se mide desde 0 m en la escala de altura. La fricción es el coeficiente por el empuje de los rieles y calienta rieles y ruedas. La energía solo pasa de una clase a otra: el total se conserva.',
    summary: (height: string, friction: string) => `Sale desde ${height}, con coeficiente de fricción ${friction}.`,
    moment: (speed: string, height: string) => `Rapidez ${speed}, altura ${height}.`,
  },
};

const LEFT = 40;
const GROUND = 216;
const SCALE = 424 / WIDTH;
const BAR = { left: 118, width: 256, top: 242, row: 30 };
const place = (x: number) => [LEFT + x * SCALE, GROUND - trackHeight(x) * SCALE] as const;
const track = pathThrough(marks(121, WIDTH / 120).map(place));

/** A car on a track: kinetic, potential and thermal energy, with a constant sum. */
export default function EnergyTrack({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, runner } = useRunner({
    start: () => startRide(settings.height),
    step: (ride, dt) => stepRide(ride, dt, settings.friction),
    dt: 1 / 480,
    stride: 0.1,
    isFinished: (ride) => ride.stopped,
    restartOn: JSON.stringify([settings.friction, settings.height]),
  });
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const energy = energies(state, settings.mass);
  const longest = energies(startRide(settings.height), settings.mass).total;
  const bars = [
    { name: t.kinetic, value: energy.kinetic, color: 5 as Color },
    { name: t.potential, value: energy.potential, color: 6 as Color },
    { name: t.thermal, value: energy.thermal, color: 4 as Color },
  ];
  const [x, y] = place(state.x);
  const tilt = (-Math.atan(trackShape(state.x).slope) * 180) / Math.PI;
  const speed = `${number(Math.abs(state.speed), 1)} m/s`;
  const height = `${number(trackHeight(state.x), 1)} m`;

  const stage = (
    <Picture width={480} height={372} label={t.picture}>
      <rect width="480" height="372" className="d-paper" />
      {marks(6).map((meter) => (
        <g key={meter}>
          <path
            d={`M${LEFT} ${GROUND - meter * SCALE}H464`}
            className="d-ink-soft"
            strokeWidth="1"
            strokeDasharray={meter === 0 ? undefined : '2 6'}
            fill="none"
          />
          <text x={LEFT - 8} y={GROUND - meter * SCALE + 5} textAnchor="end" className="d-text" fontSize="0.85em">
            {meter}
          </text>
        </g>
      ))}
      <text x={LEFT - 8} y="22" textAnchor="end" className="d-text" fontSize="0.85em">
        m
      </text>
      <path d={`${track}V${GROUND}H${LEFT}z`} className="d-fill-5" opacity="0.6" />
      <path d={track} className="d-ink" strokeWidth="4" strokeLinejoin="round" fill="none" />
      <g transform={`translate(${x} ${y}) rotate(${tilt})`}>
        <path d="M-17 -10h34l-4 -15h-11l-3 6h-13z" className="d-solid-2" strokeLinejoin="round" />
        <circle cx="-1" cy="-28" r="6" className="d-text" />
        <circle cx="-10" cy="-7" r="6" className="d-text" />
        <circle cx="10" cy="-7" r="6" className="d-text" />
      </g>
      {bars.map(({ name, value, color }, i) => (
        <g key={name}>
          <text x={BAR.left - 8} y={BAR.top + i * BAR.row + 16} textAnchor="end" className="d-text" fontSize="0.95em">
            {name}
          </text>
          <rect
            x={BAR.left}
            y={BAR.top + i * BAR.row}
            width={(Math.min(value / longest, 1) * BAR.width).toFixed(1)}
            height="21"
            rx="2"
            className={`d-solid-${color}`}
          />
          <text x="468" y={BAR.top + i * BAR.row + 16} textAnchor="end" className="d-text" fontSize="0.95em">
            {number(value)} J
          </text>
        </g>
      ))}
      <text x={BAR.left - 8} y={BAR.top + 3 * BAR.row + 16} textAnchor="end" className="d-text" fontSize="0.95em" fontWeight="700">
        {t.total}
      </text>
      {bars.map(({ name, value, color }, i) => (
        <rect
          key={name}
          x={BAR.left + (bars.slice(0, i).reduce((sum, bar) => sum + bar.value, 0) / longest) * BAR.width}
          y={BAR.top + 3 * BAR.row}
          width={((value / longest) * BAR.width).toFixed(1)}
          height="21"
          className={`d-solid-${color}`}
        />
      ))}
      <text x="468" y={BAR.top + 3 * BAR.row + 16} textAnchor="end" className="d-text" fontSize="0.95em" fontWeight="700">
        {number(energy.total)} J
      </text>
      <path d={`M${BAR.left} ${BAR.top - 6}v${BAR.row * 4}`} className="d-ink" strokeWidth="1.5" fill="none" />
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
      summary={state.stopped ? t.stopped : t.summary(`${number(settings.height, 1)} m`, number(settings.friction, 2))}
      moment={t.moment(speed, height)}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.height} unit="m" language={language} {...field('height')} />
          <NumberControl label={t.mass} unit="kg" language={language} {...field('mass')} />
          <NumberControl label={t.friction} language={language} {...field('friction')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.speed, value: speed },
            { label: t.level, value: height },
            ...bars.map(({ name, value }) => ({ label: name, value: `${number(value)} J` })),
            { label: t.total, value: `${number(energy.total)} J` },
          ]}
        />
      }
    />
  );
}
