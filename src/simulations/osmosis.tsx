import { percent } from '../ui/numbers.ts';
import { ChoiceControl, NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import {
  insideConcentration,
  radiusOf,
  restVolume,
  STAGE,
  parameters as specs,
  startOsmosis,
  stepOsmosis,
  turgor,
  WALL,
} from './osmosis.model.ts';
import { useSettings } from './parameters.ts';
import { Arrow, Dots, marks, Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Osmosis in a cell',
    picture: 'A cell in a solution; water passes through its membrane, dissolved particles do not',
    concentration: 'Solution outside',
    cell: 'Kind of cell',
    cells: { animal: 'animal', plant: 'plant' },
    water: 'water',
    solute: 'dissolved particles',
    inside: 'Inside',
    outside: 'Outside',
    volume: 'Cell volume',
    turgor: 'Push on the wall',
    net: 'Net flow of water',
    flows: { in: 'into the cell', out: 'out of the cell', even: 'none: in and out are equal' },
    burst: 'The cell has burst.',
    ends: (volume: string) => `The cell’s volume will rest at ${volume}.`,
    bursts: 'The cell will swell until it bursts.',
    now: (volume: string) => `Volume now ${volume}.`,
    about:
      'The cell starts with 0.30 mol/L of dissolved particles, about as much as blood. About 40% of it is not water and stays. Water flows in proportion to the difference in concentration. An animal cell bursts near 1.6 times its volume (as red blood cells do); a plant cell’s wall holds it, and the cell pushes on the wall (turgor). Cells also pump salts; that is left out. Speeds are for the eye.',
  },
  es: {
    title: 'Ósmosis en una célula',
    picture: 'Una célula en una disolución; el agua pasa por su membrana, las partículas disueltas no',
    concentration: 'Disolución de fuera',
    cell: 'Clase de célula',
    cells: { animal: 'animal', plant: 'vegetal' },
    water: 'agua',
    solute: 'partículas disueltas',
    inside: 'Dentro',
    outside: 'Fuera',
    volume: 'Volumen de la célula',
    turgor: 'Empuje en la pared',
    net: 'Flujo neto de agua',
    flows: { in: 'hacia la célula', out: 'fuera de la célula', even: 'ninguno: entra y sale igual' },
    burst: 'La célula ha reventado.',
    ends: (volume: string) => `El volumen de la célula quedará en ${volume}.`,
    bursts: 'La célula se hinchará hasta reventar.',
    now: (volume: string) => `Volumen ahora: ${volume}.`,
    about:
      'La célula empieza con 0.30 mol/L de partículas disueltas, más o menos como la sangre. Cerca del 40 % de ella no es agua y se queda. El agua fluye en proporción a la diferencia de concentración. Una célula animal revienta cerca de 1.6 veces su volumen (como los glóbulos rojos); a la vegetal la sostiene su pared, y la célula empuja contra ella (turgencia). Las células también bombean sales; eso no se incluye. Las rapideces son solo para verlas.',
  },
};

/** A cell that gains or loses water until the concentrations match, its wall holds it, or it bursts. */
export default function Osmosis({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, runner } = useRunner({
    start: () => startOsmosis(settings),
    step: (now, dt) => stepOsmosis(now, dt, settings),
    dt: 1 / 60,
    stride: 0.25,
    autoPlay: true,
    restartOn: JSON.stringify(settings),
  });
  const number = (value: number, digits = 2) => formatNumber(language, value, digits);
  const inside = insideConcentration(state.volume);
  const held = settings.cell === 'plant' && state.volume >= WALL;
  const difference = held || state.burst ? 0 : inside - settings.concentration;
  const flow = Math.abs(difference) < 0.004 ? 'even' : difference > 0 ? 'in' : 'out';
  const end = restVolume(settings);
  const willBurst = settings.cell === 'animal' && end >= 1.6;
  const summary = state.burst ? t.burst : willBurst ? t.bursts : t.ends(percent(end, language));
  const radius = radiusOf(state.volume);
  const reach = Math.min(40 + Math.abs(difference) * 120, 76);
  const wall = radiusOf(WALL) + 7;
  const solute = 'm-6 0l6 -6l6 6l-6 6z';

  const stage = (
    <Picture width={STAGE.width} height={STAGE.height + 36} label={`${t.picture}. ${t.net}: ${t.flows[flow]}`}>
      <rect width={STAGE.width} height={STAGE.height + 36} className="d-paper" />
      <rect width={STAGE.width} height={STAGE.height} className="d-fill-6" />
      {settings.cell === 'plant' && (
        <g>
          <rect x={STAGE.x - wall} y={STAGE.y - wall} width={wall * 2} height={wall * 2} rx="42" className="d-fill-6" />
          <rect
            x={STAGE.x - wall}
            y={STAGE.y - wall}
            width={wall * 2}
            height={wall * 2}
            rx="42"
            className="d-line-5"
            strokeWidth="9"
            fill="none"
          />
        </g>
      )}
      <circle cx={STAGE.x} cy={STAGE.y} r={radius} className="d-fill-4" />
      <circle
        cx={STAGE.x}
        cy={STAGE.y}
        r={radius}
        className="d-line-4"
        strokeWidth="4"
        strokeDasharray={state.burst ? '26 22' : '9 3'}
        fill="none"
      />
      <circle cx={STAGE.x + radius * 0.25} cy={STAGE.y + radius * 0.2} r="24" className="d-solid-4" opacity="0.3" />
      <Dots at={state.water.map(({ x, y }) => [x, y] as const)} color={6} size={7} />
      <path
        d={[...state.outside, ...state.inside.map(({ x, y }) => ({ x: STAGE.x + x * radius, y: STAGE.y + y * radius }))]
          .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}${solute}`)
          .join('')}
        className="d-solid-2"
      />
      {flow !== 'even' &&
        marks(4, Math.PI / 2, Math.PI / 4).map((angle) => {
          const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
          const [near, far] = [radius - reach / 2, radius + reach / 2].map((r) => [STAGE.x + r * ux, STAGE.y + r * uy] as const) as [
            readonly [number, number],
            readonly [number, number],
          ];
          return <Arrow key={angle} from={flow === 'in' ? far : near} to={flow === 'in' ? near : far} color={6} width={6} />;
        })}
      <path d="M26 338h0" className="d-line-6" strokeWidth="9" strokeLinecap="round" fill="none" />
      <text x="40" y="344" className="d-text" fontSize="0.95em">
        {t.water}
      </text>
      <path d={`M150 338${solute}`} className="d-solid-2" />
      <text x="166" y="344" className="d-text" fontSize="0.95em">
        {t.solute}
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
      summary={summary}
      moment={t.now(percent(state.volume, language))}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.concentration} unit="mol/L" language={language} {...field('concentration')} />
          <ChoiceControl label={t.cell} options={specs.cell.options} names={t.cells} {...field('cell')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.inside, value: `${number(inside)} mol/L` },
            { label: t.outside, value: `${number(settings.concentration)} mol/L` },
            { label: t.volume, value: state.burst ? t.burst : percent(state.volume, language) },
            ...(settings.cell === 'plant' ? [{ label: t.turgor, value: `${number(turgor(state.volume, settings))} MPa` }] : []),
            { label: t.net, value: t.flows[flow] },
          ]}
        />
      }
    />
  );
}
