import { useState } from 'react';
import { brightness, solveCircuit, parameters as specs, stepCharges } from './circuit.model.ts';
import { Action, Actions, ChoiceControl, DataTable, NumberControl, SimulationFrame } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { Dots, marks, Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Bulbs in a circuit',
    picture: 'A battery, an ammeter and bulbs joined by wires; longer rays mean a brighter bulb',
    layout: 'Bulbs are joined in',
    layouts: { series: 'series', parallel: 'parallel' },
    bulbs: 'Number of bulbs',
    voltage: 'Battery',
    burn: 'Burn out or replace a bulb',
    bulb: 'Bulb',
    burned: 'burned out',
    columns: ['Bulb', 'Voltage', 'Current', 'Power'],
    caption: (total: string) => `Current through the battery: ${total}`,
    summary: (layout: string, total: string, each: string) => `In ${layout}, the battery gives ${total}. ${each}`,
    about:
      'Each bulb is taken as a resistor of 10 Ω, the battery as ideal and the wires as free of resistance. A real bulb’s resistance rises as its filament heats. The moving dots show conventional current, from + to −; their speed is for the eye only.',
  },
  es: {
    title: 'Focos en un circuito',
    picture: 'Una pila, un amperímetro y focos unidos por cables; los rayos más largos indican un foco más brillante',
    layout: 'Los focos se unen en',
    layouts: { series: 'serie', parallel: 'paralelo' },
    bulbs: 'Número de focos',
    voltage: 'Pila',
    burn: 'Fundir o cambiar un foco',
    bulb: 'Foco',
    burned: 'fundido',
    columns: ['Foco', 'Voltaje', 'Corriente', 'Potencia'],
    caption: (total: string) => `Corriente por la pila: ${total}`,
    summary: (layout: string, total: string, each: string) => `En ${layout}, la pila da ${total}. ${each}`,
    about:
      'Cada foco se toma como una resistencia de 10 Ω, la pila como ideal y los cables sin resistencia. La resistencia de un foco real aumenta al calentarse el filamento. Los puntos muestran la corriente convencional, de + a −; su rapidez es solo para verla.',
  },
};

type Point = readonly [x: number, y: number];

const LEFT = 64;
const RIGHT = 440;
const TOP = 74;
const BOTTOM = 262;
const CHARGE_GAP = 36;
const CHARGE_SPEED = 70;

/** @returns the point `distance` along a line through `corners`; the last corner if the line is shorter. */
function along(corners: readonly Point[], distance: number): Point {
  let left = distance;
  for (const [i, to] of corners.entries()) {
    const from = corners[i - 1];
    if (!from) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (left <= length) return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
    left -= length;
  }
  return corners.at(-1) ?? [0, 0];
}

const lengthOf = (corners: readonly Point[]) =>
  corners.reduce(
    (sum, to, i) => sum + (i === 0 ? 0 : Math.hypot(to[0] - (corners[i - 1]?.[0] ?? 0), to[1] - (corners[i - 1]?.[1] ?? 0))),
    0,
  );

function Bulb({ at: [x, y], level, broken }: { at: Point; level: number; broken: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {level > 0 &&
        marks(8, 45).map((angle) => (
          <path
            key={angle}
            d={`M0 -27v${-3 - 9 * level}`}
            transform={`rotate(${angle + 22.5})`}
            className="d-line-2"
            strokeWidth="3"
            strokeLinecap="round"
            fill="none"
          />
        ))}
      <circle r="22" className="d-paper" />
      <circle r="22" className="d-fill-2" opacity={Math.min(1, 2 * level)} />
      <circle r="22" className="d-ink" strokeWidth="2.5" fill="none" />
      <path
        d={broken ? 'M-22 0h8l4 -8M22 0h-8l-4 8' : 'M-22 0h8l4 -8 7 16 6 -16 4 8H22'}
        className="d-ink"
        strokeWidth="2.5"
        strokeLinejoin="round"
        fill="none"
      />
      {broken && <path d="M-5 -5L5 5M5 -5L-5 5" className="d-line-4" strokeWidth="3" strokeLinecap="round" fill="none" />}
    </g>
  );
}

/** Bulbs in series or in parallel on a battery: current, brightness, and the effect of a burned-out bulb. */
export default function Circuit({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const [broken, setBroken] = useState<readonly boolean[]>([]);
  const circuit = solveCircuit(settings, broken);
  const { state: moved, runner } = useRunner<readonly number[]>({
    start: () => [],
    step: (now, dt) => stepCharges(now, dt, circuit, CHARGE_SPEED),
    dt: 1 / 60,
    stride: 0.2,
    autoPlay: true,
    restartOn: `${settings.layout} ${settings.bulbs}`,
  });
  const number = (value: number, digits = 2) => formatNumber(language, value, digits);
  const isSeries = settings.layout === 'series';
  const numbers = marks(settings.bulbs);
  const width = isSeries ? 310 : 300;
  const bulbX = (i: number) => (isSeries ? 110 : 128) + (width / settings.bulbs) * (i + 0.5);
  const bulbY = isSeries ? TOP : (TOP + BOTTOM) / 2 - 6;
  const farthest = isSeries ? RIGHT : bulbX(settings.bulbs - 1);
  const middle = (TOP + BOTTOM) / 2;
  const branches = numbers.map((i): readonly Point[] => {
    const right = isSeries ? RIGHT : bulbX(i);
    return [
      [LEFT, middle - 12],
      [LEFT, TOP],
      [right, TOP],
      [right, BOTTOM],
      [LEFT, BOTTOM],
      [LEFT, middle + 12],
    ];
  });
  const charges = branches.flatMap((corners, i) => {
    if (isSeries ? i > 0 : broken[i]) return [];
    const length = lengthOf(corners);
    const offset = ((moved[i] ?? 0) + (i * CHARGE_GAP) / settings.bulbs) % CHARGE_GAP;
    return marks(Math.floor((length - offset) / CHARGE_GAP) + 1, CHARGE_GAP, offset).map((distance) => along(corners, distance));
  });
  const total = `${number(circuit.current)} A`;
  const words = numbers.map((i) => `${t.bulb} ${i + 1}: ${broken[i] ? t.burned : `${number(circuit.bulbs[i]?.power ?? 0)} W`}`);

  const stage = (
    <Picture width={480} height={320} label={`${t.picture}. ${words.join(', ')}`}>
      <rect width="480" height="320" className="d-paper" />
      <path
        d={`M${LEFT} ${middle - 12}V${TOP}H${farthest}V${BOTTOM}H${LEFT}V${middle + 12}`}
        className="d-ink"
        strokeWidth="3"
        strokeLinejoin="round"
        fill="none"
      />
      {!isSeries &&
        numbers.slice(0, -1).map((i) => <path key={i} d={`M${bulbX(i)} ${TOP}V${BOTTOM}`} className="d-ink" strokeWidth="3" fill="none" />)}
      <Dots at={charges} color={6} size={10} />
      <rect x={LEFT - 10} y={middle - 12} width="20" height="24" className="d-paper" />
      <path d={`M${LEFT - 24} ${middle - 12}h48`} className="d-ink" strokeWidth="4" fill="none" />
      <path d={`M${LEFT - 13} ${middle + 12}h26`} className="d-ink" strokeWidth="7" fill="none" />
      <text x={LEFT - 32} y={middle - 18} textAnchor="middle" className="d-text" fontWeight="700">
        +
      </text>
      <text x={LEFT - 32} y={middle + 26} textAnchor="middle" className="d-text" fontWeight="700">
        −
      </text>
      <text x={LEFT - 44} y={TOP - 22} className="d-text" fontWeight="700">
        {number(settings.voltage, 1)} V
      </text>
      {numbers.map((i) => (
        <g key={i}>
          <Bulb at={[bulbX(i), bulbY]} level={brightness(circuit.bulbs[i]?.power ?? 0)} broken={broken[i] ?? false} />
          <text
            x={isSeries ? bulbX(i) : bulbX(i) + 8}
            y={TOP + (isSeries ? 52 : 26)}
            textAnchor={isSeries ? 'middle' : 'start'}
            className="d-text"
            fontWeight="700"
          >
            {i + 1}
          </text>
          {!isSeries && (
            <text x={bulbX(i) + 8} y={BOTTOM - 22} className="d-text" fontSize="0.85em">
              {number(circuit.bulbs[i]?.current ?? 0)} A
            </text>
          )}
        </g>
      ))}
      <circle cx="112" cy={BOTTOM} r="19" className="d-fill-5" />
      <circle cx="112" cy={BOTTOM} r="19" className="d-ink" strokeWidth="2.5" fill="none" />
      <text x="112" y={BOTTOM + 6} textAnchor="middle" className="d-text" fontWeight="700" fontSize="17">
        A
      </text>
      <text x="112" y={BOTTOM + 44} textAnchor="middle" className="d-text" fontWeight="700">
        {total}
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
        setBroken([]);
        runner.reset();
      }}
      summary={t.summary(t.layouts[settings.layout], total, `${words.join(', ')}.`)}
      stage={stage}
      controls={
        <>
          <ChoiceControl label={t.layout} options={specs.layout.options} names={t.layouts} {...field('layout')} />
          <NumberControl label={t.bulbs} language={language} {...field('bulbs')} />
          <NumberControl label={t.voltage} unit="V" language={language} {...field('voltage')} />
          <Actions label={t.burn}>
            {numbers.map((i) => (
              <Action
                key={i}
                pressed={broken[i] ?? false}
                onPress={() => setBroken(marks(specs.bulbs.max).map((n) => (broken[n] ?? false) !== (n === i)))}
              >
                {broken[i] ? '✕ ' : ''}
                {t.bulb} {i + 1}
              </Action>
            ))}
          </Actions>
        </>
      }
      readout={
        <DataTable
          caption={t.caption(total)}
          columns={t.columns}
          rows={numbers.map((i) => {
            const bulb = circuit.bulbs[i];
            return [
              `${i + 1}${broken[i] ? ` (${t.burned})` : ''}`,
              bulb?.voltage === undefined ? '—' : `${number(bulb.voltage, 1)} V`,
              `${number(bulb?.current ?? 0)} A`,
              `${number(bulb?.power ?? 0)} W`,
            ];
          })}
        />
      }
    />
  );
}
