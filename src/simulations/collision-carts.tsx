import {
  afterCollision,
  CART,
  type Carts,
  isOver,
  measure,
  parameters as specs,
  startCarts,
  stepCarts,
  TRACK,
} from './collision-carts.model.ts';
import { ChoiceControl, DataTable, NumberControl, SimulationFrame } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { Arrow, type Color, marks, Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Colliding carts',
    picture: 'Two carts on a level track, with arrows for their velocities and bars for their momentum',
    massA: 'Mass of cart A',
    massB: 'Mass of cart B',
    velocityA: 'Velocity of cart A',
    velocityB: 'Velocity of cart B',
    kind: 'When they meet, the carts',
    kinds: { elastic: 'bounce', sticky: 'stick together' },
    momentum: 'Momentum (kg m/s)',
    quantity: 'Quantity',
    before: 'Before',
    now: 'Now',
    rows: { a: 'Momentum of A (kg m/s)', b: 'Momentum of B (kg m/s)', total: 'Total momentum (kg m/s)', energy: 'Kinetic energy (J)' },
    total: 'Total',
    table: 'Positive is to the right',
    about:
      'A level track without friction or air resistance. “Bounce” is a perfectly elastic collision (springs as bumpers come close); “stick together” is perfectly inelastic: momentum stays, and part of the kinetic energy turns into heat and sound. Each slab on a cart is 0.5 kg.',
    ready: 'The carts have not met yet.',
    after: (a: string, b: string) => `The carts have met. Cart A moves at ${a} m/s, cart B at ${b} m/s.`,
    never: 'At these velocities the carts do not meet.',
    at: (time: string) => `Time ${time} s.`,
  },
  es: {
    title: 'Carritos que chocan',
    picture: 'Dos carritos en una pista horizontal, con flechas para sus velocidades y barras para su cantidad de movimiento',
    massA: 'Masa del carrito A',
    massB: 'Masa del carrito B',
    velocityA: 'Velocidad del carrito A',
    velocityB: 'Velocidad del carrito B',
    kind: 'Al encontrarse, los carritos',
    kinds: { elastic: 'rebotan', sticky: 'quedan unidos' },
    momentum: 'Cantidad de movimiento (kg m/s)',
    quantity: 'Magnitud',
    before: 'Antes',
    now: 'Ahora',
    rows: {
      a: 'Movimiento de A (kg m/s)',
      b: 'Movimiento de B (kg m/s)',
      total: 'Cantidad total de movimiento (kg m/s)',
      energy: 'Energía cinética (J)',
    },
    total: 'Total',
    table: 'Lo positivo es hacia la derecha',
    about:
      'Una pista horizontal sin fricción ni resistencia del aire. «Rebotan» es un choque perfectamente elástico (con resortes como topes se logra casi); «quedan unidos» es perfectamente inelástico: la cantidad de movimiento se conserva y parte de la energía cinética pasa a calor y sonido. Cada placa sobre un carrito es de 0.5 kg.',
    ready: 'Los carritos aún no se han encontrado.',
    after: (a: string, b: string) => `Los carritos se han encontrado. El carrito A va a ${a} m/s, el carrito B a ${b} m/s.`,
    never: 'Con estas velocidades los carritos no se encuentran.',
    at: (time: string) => `Tiempo: ${time} s.`,
  },
};

const SCALE = 440 / TRACK;
/** The bumper of cart A toward cart B, drawn from its right side. */
const SPRING = 'M0 0l3 -7l3 14l3 -14l3 14v-14';
const HOOKS = 'M0 -7h7M0 0h7M0 7h7M7 -9v4M7 -2v4M7 5v4';
const LEFT = 20;
const RAIL = 186;
const BAR = { middle: 260, longest: 150, top: 232, row: 32 };

/** Two carts on a track: momentum is always conserved, kinetic energy only when they bounce. */
export default function CollisionCarts({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, set, restore } = useSettings(specs, parameters);
  const { state, runner } = useRunner<Carts>({
    start: () => startCarts(settings),
    step: (carts, dt) => stepCarts(carts, dt, settings),
    dt: 1 / 120,
    stride: 0.1,
    isFinished: isOver,
    restartOn: JSON.stringify(settings),
  });
  const number = (value: number, digits = 2) => formatNumber(language, value, digits);
  const before = measure(settings, settings.velocityA, settings.velocityB);
  const now = measure(settings, state.velocityA, state.velocityB);
  const after = afterCollision(settings, settings.velocityA, settings.velocityB);
  const carts = [
    { name: 'A', x: state.a, velocity: state.velocityA, mass: settings.massA, color: 6 as Color },
    { name: 'B', x: state.b, velocity: state.velocityB, mass: settings.massB, color: 2 as Color },
  ];
  const bars = [
    { name: 'A', value: now.momentumA, color: 6 },
    { name: 'B', value: now.momentumB, color: 2 },
    { name: t.total, value: now.momentum, color: 3 },
  ];
  const barScale = BAR.longest / Math.max(1, ...[before, now].flatMap((m) => [m.momentumA, m.momentumB, m.momentum].map(Math.abs)));
  const outcome = state.collided
    ? t.after(number(after.velocityA), number(after.velocityB))
    : settings.velocityA <= settings.velocityB || (state.time > 0 && isOver(state))
      ? t.never
      : t.ready;

  const stage = (
    <Picture width={480} height={346} label={t.picture}>
      <rect width="480" height="346" className="d-paper" />
      <path d={`M${LEFT} ${RAIL}H460`} className="d-ink" strokeWidth="4" fill="none" strokeLinecap="round" />
      {marks(TRACK * 2 + 1).map((i) => (
        <path
          key={i}
          d={`M${LEFT + (i / 2) * SCALE} ${RAIL + 4}v${i % 2 === 0 ? 8 : 5}`}
          className="d-ink-soft"
          strokeWidth="1.5"
          fill="none"
        />
      ))}
      {carts.map(({ name, x, velocity, mass, color }) => {
        const middle = LEFT + x * SCALE;
        const width = CART * SCALE - 14;
        return (
          <g key={name}>
            {marks(mass * 2).map((i) => (
              <rect
                key={i}
                x={middle - 20}
                y={RAIL - 50 - i * 9}
                width="40"
                height="7"
                rx="1.5"
                className={`d-solid-${color}`}
                opacity="0.75"
              />
            ))}
            <rect x={middle - width / 2} y={RAIL - 41} width={width} height="28" rx="5" className={`d-solid-${color}`} />
            <path
              d={settings.elastic ? SPRING : HOOKS}
              transform={`translate(${middle + (name === 'A' ? width / 2 : -width / 2)} ${RAIL - 27}) scale(${name === 'A' ? 1 : -1} 1)`}
              className="d-ink"
              strokeWidth="2"
              strokeLinejoin="round"
              fill="none"
            />
            <text x={middle} y={RAIL - 21} textAnchor="middle" className="d-text-inv" fontWeight="700" fontSize="18">
              {name}
            </text>
            {[-14, 14].map((wheel) => (
              <circle key={wheel} cx={middle + wheel} cy={RAIL - 9} r="7" className="d-text" />
            ))}
            <Arrow from={[middle, 50]} to={[middle + velocity * 26, 50]} color={color} width={4} />
            <circle cx={middle} cy="50" r="4" className="d-text" />
            <text
              x={name === 'A' ? Math.max(middle + 24, 90) : Math.min(middle - 24, 390)}
              y="32"
              textAnchor={name === 'A' ? 'end' : 'start'}
              className="d-text"
            >
              {number(velocity)} m/s
            </text>
          </g>
        );
      })}
      <text x={LEFT} y={BAR.top - 6} className="d-text">
        {t.momentum}
      </text>
      {bars.map(({ name, value, color }, i) => {
        const y = BAR.top + 8 + i * BAR.row;
        const width = Math.abs(value) * barScale;
        return (
          <g key={name}>
            <text x={LEFT} y={y + 17} className="d-text" fontSize="0.95em">
              {name}
            </text>
            <rect x={value < 0 ? BAR.middle - width : BAR.middle} y={y} width={width} height="22" rx="2" className={`d-solid-${color}`} />
            <text
              x={BAR.middle + (value < 0 ? 8 : -8)}
              y={y + 17}
              textAnchor={value < 0 ? 'start' : 'end'}
              className="d-text"
              fontSize="0.95em"
            >
              {number(value)}
            </text>
          </g>
        );
      })}
      <path d={`M${BAR.middle} ${BAR.top + 2}v${BAR.row * 3 + 2}`} className="d-ink" strokeWidth="1.5" fill="none" />
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
      summary={outcome}
      moment={t.at(number(state.time, 1))}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.massA} unit="kg" language={language} {...field('massA')} />
          <NumberControl label={t.velocityA} unit="m/s" language={language} {...field('velocityA')} />
          <NumberControl label={t.massB} unit="kg" language={language} {...field('massB')} />
          <NumberControl label={t.velocityB} unit="m/s" language={language} {...field('velocityB')} />
          <ChoiceControl
            label={t.kind}
            options={['elastic', 'sticky']}
            names={t.kinds}
            value={settings.elastic ? 'elastic' : 'sticky'}
            onChange={(kind) => set('elastic', kind === 'elastic')}
          />
        </>
      }
      readout={
        <DataTable
          caption={`${outcome} ${t.table}.`}
          columns={[t.quantity, t.before, t.now]}
          rows={[
            [t.rows.a, number(before.momentumA), number(now.momentumA)],
            [t.rows.b, number(before.momentumB), number(now.momentumB)],
            [t.rows.total, number(before.momentum), number(now.momentum)],
            [t.rows.energy, number(before.energy), number(now.energy)],
          ]}
        />
      }
    />
  );
}
