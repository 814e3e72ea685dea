import { NumberControl, SimulationFrame, Values } from './frame.tsx';
import {
  adjustGas,
  lawPressure,
  lengthOf,
  MOLES_PER_PARTICLE,
  maxwell,
  meanSpeed,
  SIDE,
  SLOWER,
  parameters as specs,
  speedHistogram,
  startGas,
  stepGas,
} from './gas-particles.model.ts';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { Dots, marks, Picture, pathThrough } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Particles of a gas',
    picture: 'A cylinder of gas closed by a piston, with its pressure gauge and a chart of the particles’ speeds',
    particles: 'Particles',
    temperature: 'Temperature',
    volume: 'Volume',
    law: 'Pressure (gas law)',
    hits: 'Pressure (wall hits)',
    amount: 'Amount of gas',
    speed: 'Mean speed',
    waiting: 'press Play',
    axis: 'Speed (m/s)',
    chart: 'How many particles',
    about: `Nitrogen as an ideal gas: each dot stands for ${MOLES_PER_PARTICLE} mol of particles and runs ${SLOWER} times slower than real ones. Dots pass each other freely; in a real gas particles also bump into one another, which changes their paths but not the pressure. Gas constant: CODATA.`,
    summary: (t: string, v: string, p: string) => `At ${t} and ${v} the pressure is ${p}.`,
  },
  es: {
    title: 'Partículas de un gas',
    picture: 'Un cilindro de gas cerrado por un émbolo, con su manómetro y una gráfica de las rapideces de las partículas',
    particles: 'Partículas',
    temperature: 'Temperatura',
    volume: 'Volumen',
    law: 'Presión (ley de los gases)',
    hits: 'Presión (choques)',
    amount: 'Cantidad de gas',
    speed: 'Rapidez media',
    waiting: 'pulsa Reproducir',
    axis: 'Rapidez (m/s)',
    chart: 'Cuántas partículas',
    about: `Nitrógeno como gas ideal: cada punto representa ${MOLES_PER_PARTICLE} mol de partículas y se mueve ${SLOWER} veces más despacio que las reales. Los puntos se cruzan sin chocar; en un gas real las partículas también chocan entre sí, lo que cambia sus caminos pero no la presión. Constante de los gases: CODATA.`,
    summary: (t: string, v: string, p: string) => `A ${t} y ${v}, la presión es ${p}.`,
  },
};

const SCALE = 200 / SIDE;
const LEFT = 22;
const TOP = 22;
/** Length of a dot's tail in units of the picture per m/s. */
const TRAIL = (0.09 * SCALE) / SLOWER;
const GAUGE_MAX = 500;
const BINS = 16;
const BIN_WIDTH = 100;
const PLOT = { x: 186, y: 354, width: 272, height: 74, max: 0.0036 };

/** @returns the angle of the gauge's needle for a pressure in kPa, in degrees clockwise from straight up. */
const needle = (pressure: number) => -120 + 240 * Math.min(pressure / GAUGE_MAX, 1);

/** An ideal gas under a piston: pressure, volume, temperature and speeds. */
export default function GasParticles({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, runner } = useRunner({
    start: () => startGas(settings),
    step: (gas, dt) => stepGas(adjustGas(gas, settings), dt),
    dt: 1 / 60,
    stride: 0.5,
    autoPlay: true,
  });
  const gas = adjustGas(state, settings);
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const pressure = lawPressure(settings);
  const hits = gas.age > 0 ? `${number(gas.hitPressure)} kPa` : t.waiting;
  const piston = LEFT + lengthOf(settings.volume) * SCALE;
  const dots = gas.particles.map(
    (p) => [LEFT + 5 + (p.x * SCALE * (piston - LEFT - 10)) / (piston - LEFT), TOP + 5 + p.y * (SCALE - 10 / SIDE), p] as const,
  );

  const stage = (
    <Picture width={480} height={398} label={t.picture}>
      <rect width="480" height="398" className="d-paper" />
      <rect x={LEFT} y={TOP} width={piston - LEFT} height="200" className="d-fill-6" />
      <svg x={LEFT} y={TOP} width={piston - LEFT} height="200" viewBox={`${LEFT} ${TOP} ${piston - LEFT} 200`} aria-hidden="true">
        <path
          d={dots
            .map(([x, y, p]) => `M${x.toFixed(1)} ${y.toFixed(1)}l${(-p.vx * TRAIL).toFixed(1)} ${(-p.vy * TRAIL).toFixed(1)}`)
            .join('')}
          className="d-line-6"
          strokeWidth="3"
          fill="none"
          opacity="0.35"
        />
      </svg>
      <Dots at={dots} color={6} size={9} />
      <path d={`M454 ${TOP}H${LEFT}v200H454`} className="d-ink" strokeWidth="4" fill="none" strokeLinejoin="round" />
      <path
        d={`M${piston + 6} ${TOP + 100}H468M468 ${TOP + 78}v44`}
        className="d-ink-soft"
        strokeWidth="6"
        fill="none"
        strokeLinecap="round"
      />
      <rect x={piston} y={TOP + 2} width="12" height="196" rx="2" className="d-text" />
      <path d={`M${LEFT} 234v10M${piston} 234v10M${LEFT} 239H${piston}`} className="d-ink-soft" strokeWidth="1.5" fill="none" />
      <text x={piston + 10} y="245" className="d-text">
        {number(settings.volume)} L
      </text>

      <circle cx="84" cy="304" r="46" className="d-fill-2" />
      <circle cx="84" cy="304" r="46" className="d-ink" strokeWidth="2.5" fill="none" />
      {marks(11, 50).map((mark) => (
        <path
          key={mark}
          d={mark % 100 === 0 ? 'M84 264v9' : 'M84 264v5'}
          transform={`rotate(${needle(mark)} 84 304)`}
          className="d-ink"
          strokeWidth={mark % 100 === 0 ? 2 : 1}
          fill="none"
        />
      ))}
      <path
        d="M84 312V272"
        transform={`rotate(${needle(pressure)} 84 304)`}
        className="d-line-4"
        strokeWidth="3"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="84" cy="304" r="5" className="d-text" />
      <text x="84" y="374" textAnchor="middle" className="d-text">
        {number(pressure)} kPa
      </text>

      <text x={PLOT.x} y={PLOT.y - PLOT.height - 8} className="d-text" fontSize="0.9em">
        {t.chart}
      </text>
      <path
        d={speedHistogram(gas.particles, BIN_WIDTH, BINS)
          .map((share, bin) => {
            const [x, height] = [PLOT.x + (bin * PLOT.width) / BINS + 1, Math.min(share / PLOT.max, 1) * PLOT.height];
            return `M${x} ${PLOT.y}v${-height}h${PLOT.width / BINS - 2}v${height}z`;
          })
          .join('')}
        className="d-solid-6"
        opacity="0.55"
      />
      <path
        d={pathThrough(
          marks(65, (BINS * BIN_WIDTH) / 64).map((speed) => {
            return [
              PLOT.x + (speed / (BINS * BIN_WIDTH)) * PLOT.width,
              PLOT.y - (maxwell(speed, settings.temperature) / PLOT.max) * PLOT.height,
            ] as const;
          }),
        )}
        className="d-ink"
        strokeWidth="2"
        fill="none"
      />
      <path d={`M${PLOT.x} ${PLOT.y}h${PLOT.width}`} className="d-ink" strokeWidth="1.5" fill="none" />
      {[0, 400, 800, 1200].map((speed) => (
        <text
          key={speed}
          x={PLOT.x + (speed / (BINS * BIN_WIDTH)) * PLOT.width}
          y={PLOT.y + 17}
          textAnchor="middle"
          className="d-text"
          fontSize="0.8em"
        >
          {number(speed)}
        </text>
      ))}
      <text x={PLOT.x + PLOT.width} y={PLOT.y + 36} textAnchor="end" className="d-text" fontSize="0.8em">
        {t.axis}
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
      summary={t.summary(`${settings.temperature} K`, `${settings.volume} L`, `${number(pressure)} kPa`)}
      moment={`${t.hits}: ${hits}.`}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.temperature} unit="K" language={language} {...field('temperature')} />
          <NumberControl label={t.volume} unit="L" language={language} {...field('volume')} />
          <NumberControl label={t.particles} language={language} {...field('particles')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.law, value: `${number(pressure)} kPa` },
            { label: t.hits, value: hits },
            { label: t.amount, value: `${number(settings.particles * MOLES_PER_PARTICLE, 1)} mol` },
            { label: t.speed, value: `${number(meanSpeed(settings.temperature))} m/s` },
          ]}
        />
      }
    />
  );
}
