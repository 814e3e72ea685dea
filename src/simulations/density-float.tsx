import { percent } from '../ui/numbers.ts';
import {
  densityOf,
  EDGE,
  forces,
  liquids,
  rest,
  parameters as specs,
  start,
  step,
  submerged,
  surface,
  TANK,
  VOLUME,
} from './density-float.model.ts';
import { ChoiceControl, NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { Arrow, Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Sink or float',
    picture: 'A block in a tank of liquid, with arrows for its weight and the buoyant force',
    liquid: 'Liquid',
    liquids: {
      water: 'Fresh water',
      'sea-water': 'Sea water',
      oil: 'Cooking oil',
      ethanol: 'Ethanol',
      glycerin: 'Glycerin',
      mercury: 'Mercury',
    },
    block: 'Block (1 liter)',
    blocks: {
      cork: 'Cork',
      pine: 'Pine wood',
      ice: 'Ice',
      polyethylene: 'Polyethylene plastic',
      rubber: 'Hard rubber',
      aluminum: 'Aluminum',
      steel: 'Steel',
      gold: 'Gold',
      own: 'My own block',
    },
    mass: 'Mass of my block',
    blockDensity: 'Block’s density',
    liquidDensity: 'Liquid’s density',
    under: 'Under the surface',
    displaced: 'Liquid displaced',
    weight: 'Weight',
    buoyancy: 'Buoyant force',
    about:
      'Every block is a cube with edges of 10 cm. Densities are for 20 °C (ice: 0 °C) from the CRC Handbook of Chemistry and Physics; cork, pine, plastic, rubber and oil vary, so typical values are used. The tank is a slice: waves and splashes are left out.',
    floats: (share: string) => `It floats with ${share} of its volume under the surface.`,
    sinks: 'It sinks: it is denser than the liquid.',
  },
  es: {
    title: 'Se hunde o flota',
    picture: 'Un bloque en un tanque con líquido, con flechas para su peso y la fuerza de flotación',
    liquid: 'Líquido',
    liquids: {
      water: 'Agua dulce',
      'sea-water': 'Agua de mar',
      oil: 'Aceite de cocina',
      ethanol: 'Etanol',
      glycerin: 'Glicerina',
      mercury: 'Mercurio',
    },
    block: 'Bloque (1 litro)',
    blocks: {
      cork: 'Corcho',
      pine: 'Madera de pino',
      ice: 'Hielo',
      polyethylene: 'Plástico (polietileno)',
      rubber: 'Caucho duro',
      aluminum: 'Aluminio',
      steel: 'Acero',
      gold: 'Oro',
      own: 'Mi propio bloque',
    },
    mass: 'Masa de mi bloque',
    blockDensity: 'Densidad del bloque',
    liquidDensity: 'Densidad del líquido',
    under: 'Bajo la superficie',
    displaced: 'Líquido desplazado',
    weight: 'Peso',
    buoyancy: 'Flotación',
    about:
      'Cada bloque es un cubo con aristas de 10 cm. Las densidades son a 20 °C (hielo: 0 °C), del CRC Handbook of Chemistry and Physics; el corcho, el pino, el plástico, el caucho y el aceite varían, por eso se usan valores típicos. El tanque es un corte: no se muestran olas ni salpicaduras.',
    floats: (share: string) => `Flota con ${share} de su volumen bajo la superficie.`,
    sinks: 'Se hunde: es más denso que el líquido.',
  },
};

const SCALE = 750;
const LEFT = 60;
const FLOOR = 322;
const BLOCK_X = 138;

/** A block released in a liquid: it sinks, or floats at the depth where the forces balance. */
export default function DensityFloat({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const block = densityOf(settings.block, settings.mass);
  const liquid = liquids[settings.liquid];
  const { state, runner } = useRunner({
    start: () => start,
    step: (now, dt) => step(now, dt, block, liquid),
    dt: 1 / 240,
    stride: 0.1,
    autoPlay: true,
    restartOn: `${settings.block} ${settings.liquid} ${settings.mass}`,
  });
  const number = (value: number, digits: number) => formatNumber(language, value, digits);
  const density = (value: number) => `${number(value / 1000, 2)} g/cm³`;
  const { weight, buoyancy } = forces(state.depth, block, liquid);
  const digits = weight < 20 ? 1 : 0;
  const end = rest(block, liquid);
  const under = percent(end.share, language);

  const right = LEFT + TANK.width * SCALE;
  const level = FLOOR - surface(state.depth) * SCALE;
  const side = EDGE * SCALE;
  const bottom = level + state.depth * SCALE;
  const middle = bottom - side / 2;
  const longest = 64 / Math.max(weight, liquid * VOLUME * 9.8);
  const labelX = BLOCK_X + side / 2 + 14;

  const stage = (
    <Picture width={480} height={344} label={`${t.picture}. ${end.floats ? t.floats(under) : t.sinks}`}>
      <rect width="480" height="344" className="d-paper" />
      <rect x={LEFT} y={level} width={right - LEFT} height={FLOOR - level} className="d-fill-6" />
      <path d={`M${LEFT} ${level}H${right}`} className="d-line-6" strokeWidth="2" fill="none" />
      <rect x={BLOCK_X - side / 2} y={bottom - side} width={side} height={side} rx="4" className="d-fill-2" />
      <rect x={BLOCK_X - side / 2} y={bottom - side} width={side} height={side} rx="4" className="d-ink" strokeWidth="2.5" fill="none" />
      {state.depth > 0 && state.depth < EDGE && (
        <path d={`M${BLOCK_X - side / 2} ${level}h${side}`} className="d-line-6" strokeWidth="1.5" strokeDasharray="5 4" fill="none" />
      )}
      <path
        d={`M${LEFT} 60V${FLOOR}H${right}V60`}
        className="d-ink"
        strokeWidth="4"
        strokeLinejoin="round"
        strokeLinecap="round"
        fill="none"
      />
      {[0, 5, 10, 15, 20, 25, 30].map((mark) => (
        <g key={mark}>
          <path
            d={`M${LEFT - 4} ${FLOOR - (mark / 100) * SCALE}h${mark % 10 === 0 ? -9 : -5}`}
            className="d-ink-soft"
            strokeWidth="1.5"
            fill="none"
          />
          {mark % 10 === 0 && (
            <text x={LEFT - 17} y={FLOOR - (mark / 100) * SCALE + 5} textAnchor="end" className="d-text" fontSize="0.85em">
              {mark}
            </text>
          )}
        </g>
      ))}
      <text x={LEFT - 8} y="50" textAnchor="end" className="d-text" fontSize="0.85em">
        cm
      </text>
      <Arrow from={[BLOCK_X - 10, middle]} to={[BLOCK_X - 10, middle + weight * longest]} color={4} width={4} />
      <Arrow from={[BLOCK_X + 10, middle]} to={[BLOCK_X + 10, middle - buoyancy * longest]} color={5} width={4} />
      <circle cx={BLOCK_X} cy={middle} r="4" className="d-text" />
      <text x={labelX} y={middle - 8} className="d-text">
        ↑ {t.buoyancy} {number(buoyancy, digits)} N
      </text>
      <text x={labelX} y={middle + 18} className="d-text">
        ↓ {t.weight} {number(weight, digits)} N
      </text>
      <text x={right - 12} y={FLOOR - 14} textAnchor="end" className="d-text">
        {t.liquids[settings.liquid]}
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
      summary={`${t.blocks[settings.block]}, ${t.liquids[settings.liquid]}. ${end.floats ? t.floats(under) : t.sinks}`}
      moment={`${t.weight} ${number(weight, digits)} N, ${t.buoyancy} ${number(buoyancy, digits)} N.`}
      stage={stage}
      controls={
        <>
          <ChoiceControl label={t.liquid} options={specs.liquid.options} names={t.liquids} {...field('liquid')} />
          <ChoiceControl label={t.block} options={specs.block.options} names={t.blocks} {...field('block')} />
          {settings.block === 'own' && <NumberControl label={t.mass} unit="kg" language={language} {...field('mass')} />}
        </>
      }
      readout={
        <Values
          items={[
            { label: t.blockDensity, value: density(block) },
            { label: t.liquidDensity, value: density(liquid) },
            { label: t.under, value: percent(submerged(state.depth), language) },
            { label: t.displaced, value: `${number(submerged(state.depth) * VOLUME * 1000, 2)} L` },
          ]}
        />
      }
    />
  );
}
