import { useState } from 'react';
import { percent } from '../ui/numbers.ts';
import { Action, ChoiceControl, DataTable, SimulationFrame } from './frame.tsx';
import { useSettings } from './parameters.ts';
import { marks, Picture } from './picture.tsx';
import {
  breed,
  count,
  cross,
  type Pair,
  pairs,
  read,
  showsDominant,
  parameters as specs,
  type Trait,
  traits,
  write,
} from './punnett-square.model.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Punnett square',
    picture: 'A Punnett square: one parent’s alleles above, the other’s at the left, and the four possible pairs of alleles in the squares',
    trait: 'Trait',
    traits: {
      P: 'Pea flower color (P)',
      R: 'Pea seed shape (R)',
      T: 'Pea plant height (T)',
      Y: 'Pea seed color (Y)',
      B: 'Mouse fur color (B)',
    },
    forms: {
      P: ['purple', 'white'],
      R: ['round', 'wrinkled'],
      T: ['tall', 'short'],
      Y: ['yellow', 'green'],
      B: ['black', 'brown'],
    },
    parentA: 'Parent A (top)',
    parentB: 'Parent B (left)',
    a: 'Parent A',
    b: 'Parent B',
    grow: 'Make 40 offspring',
    columns: ['Genotype', 'Looks', 'Expected', 'In 40'],
    none: '—',
    expected: (dominant: string, recessive: string) => `Expected: ${dominant}, ${recessive}.`,
    got: (n: number, form: string) => `Among 40 offspring, ${n} are ${form}.`,
    about:
      'One gene with a dominant and a recessive allele; each parent passes on either of its two alleles with the same chance. Real offspring vary by chance, as the 40 show. Most traits depend on many genes and on the environment. Pea traits: Mendel, 1866.',
  },
  es: {
    title: 'Cuadro de Punnett',
    picture:
      'Un cuadro de Punnett: arriba los alelos de un progenitor, a la izquierda los del otro, y en los cuadros los cuatro pares posibles',
    trait: 'Rasgo',
    traits: {
      P: 'Color de la flor del guisante (P)',
      R: 'Forma de la semilla (R)',
      T: 'Altura de la planta (T)',
      Y: 'Color de la semilla (Y)',
      B: 'Pelaje del ratón (B)',
    },
    forms: {
      P: ['morada', 'blanca'],
      R: ['lisa', 'rugosa'],
      T: ['alta', 'baja'],
      Y: ['amarilla', 'verde'],
      B: ['negro', 'café'],
    },
    parentA: 'Progenitor A (arriba)',
    parentB: 'Progenitor B (izquierda)',
    a: 'Progenitor A',
    b: 'Progenitor B',
    grow: 'Tener 40 descendientes',
    columns: ['Genotipo', 'Aspecto', 'Esperado', 'En 40'],
    none: '—',
    expected: (dominant: string, recessive: string) => `Se espera: ${dominant}, ${recessive}.`,
    got: (n: number, form: string) => `Entre 40 descendientes, ${n} con aspecto: ${form}.`,
    about:
      'Un gen con un alelo dominante y uno recesivo; cada progenitor transmite cualquiera de sus dos alelos con la misma probabilidad. La descendencia real varía por azar, como muestran los 40. La mayoría de los rasgos dependen de muchos genes y del ambiente. Rasgos de guisantes: Mendel, 1866.',
  },
};

const OFFSPRING = 40;
const LEFT = 132;
const TOP = 92;
const CELL = { width: 160, height: 136 };

/** A child's appearance, drawn around (0, 0) in a box 80 units wide. */
function Looks({ trait, dominant }: { trait: Trait; dominant: boolean }) {
  const outline = { className: 'd-ink', strokeWidth: 2, fill: 'none', strokeLinejoin: 'round', strokeLinecap: 'round' } as const;
  if (trait === 'P') {
    return (
      <g>
        {marks(5, 72).map((angle) => (
          <g key={angle} transform={`rotate(${angle})`}>
            <ellipse cy="-16" rx="11" ry="15" className={dominant ? 'd-solid-3' : 'd-paper'} />
            <ellipse cy="-16" rx="11" ry="15" {...outline} strokeWidth={1.5} />
          </g>
        ))}
        <circle r="7" className="d-fill-2" />
        <circle r="7" {...outline} strokeWidth={1.5} />
      </g>
    );
  }
  if (trait === 'T') {
    const top = dominant ? -34 : 4;
    return (
      <g>
        <path d={`M0 32V${top}`} className="d-line-5" strokeWidth="4" strokeLinecap="round" fill="none" />
        {marks(dominant ? 4 : 2, -16, 18).map((y) => (
          <path key={y} d={`M0 ${y}q14 -14 22 -4q-8 10 -22 4q-14 -14 -22 -4q8 10 22 4`} className="d-solid-5" />
        ))}
        <path d="M-30 32h60" {...outline} />
      </g>
    );
  }
  if (trait === 'B') {
    return (
      <g>
        <path d="M26 12q22 6 8 18" {...outline} strokeWidth={3} />
        <path d="M-38 16q6 -16 22 -20q34 -12 44 14q0 8 -6 8h-50q-10 2 -10 -2z" className={dominant ? 'd-text' : 'd-solid-2'} />
        <circle cx="-17" cy="-6" r="9" className={dominant ? 'd-text' : 'd-solid-2'} />
        <circle cx="-17" cy="-6" r="5" className="d-fill-4" />
        <circle cx="-27" cy="8" r="2" className="d-text-inv" />
      </g>
    );
  }
  const wrinkled = trait === 'R' && !dominant;
  const shape = wrinkled
    ? 'M-26 2q-4 -14 8 -18q2 -12 16 -9q12 -6 18 6q14 2 10 16q6 12 -8 17q-6 12 -18 6q-14 4 -18 -6q-12 -2 -8 -12z'
    : 'M-27 0a27 27 0 1 1 54 0a27 27 0 1 1 -54 0z';
  return (
    <g>
      <path d={shape} className={trait === 'Y' && dominant ? 'd-solid-2' : 'd-solid-5'} opacity="0.8" />
      <path d={shape} {...outline} />
      {wrinkled && <path d="M-14 -4q6 6 2 14M0 -14q8 8 0 16M12 0q-2 8 4 10" {...outline} strokeWidth={1.5} />}
    </g>
  );
}

/** A cross of two parents in one gene: the square, expected shares, and random offspring. */
export default function PunnettSquare({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, set, restore } = useSettings(specs, parameters);
  const [seed, setSeed] = useState(0);
  const a = read(settings.parentA) ?? { trait: 'P', pair: 'mixed' };
  const b = read(settings.parentB) ?? { trait: 'P', pair: 'mixed' };
  const pairB = b.pair;
  const { trait } = a;
  const [parentA, parentB] = [write(trait, a.pair), write(trait, pairB)];
  const squares = cross(parentA, parentB);
  const children = seed > 0 ? breed(parentA, parentB, OFFSPRING, seed) : [];
  const names = Object.fromEntries(pairs.map((pair) => [pair, write(trait, pair)])) as Record<Pair, string>;
  const [dominant = '', recessive = ''] = t.forms[trait];
  const looks = (genotype: string) => (showsDominant(genotype) ? dominant : recessive);
  const share = squares.filter(showsDominant).length / 4;
  const expected = t.expected(`${percent(share, language)} ${dominant}`, `${percent(1 - share, language)} ${recessive}`);
  const got = seed > 0 ? t.got(children.filter(showsDominant).length, dominant) : '';
  const choose = (nextTrait: Trait, nextA: Pair, nextB: Pair) => {
    set('parentA', write(nextTrait, nextA));
    set('parentB', write(nextTrait, nextB));
    setSeed(0);
  };

  const stage = (
    <Picture width={480} height={384} label={`${t.picture}: ${squares.join(', ')}. ${expected}`}>
      <rect width="480" height="384" className="d-paper" />
      <text x={LEFT + CELL.width} y="30" textAnchor="middle" className="d-text">
        {t.a}: {parentA}
      </text>
      <text transform={`translate(34 ${TOP + CELL.height}) rotate(-90)`} textAnchor="middle" className="d-text">
        {t.b}: {parentB}
      </text>
      {marks(2).map((column) => (
        <text
          key={column}
          x={LEFT + CELL.width * (column + 0.5)}
          y={TOP - 18}
          textAnchor="middle"
          className="d-text"
          fontWeight="700"
          fontSize="26"
        >
          {parentA[column]}
        </text>
      ))}
      {marks(2).map((row) => (
        <text
          key={row}
          x={LEFT - 28}
          y={TOP + CELL.height * (row + 0.5) + 9}
          textAnchor="middle"
          className="d-text"
          fontWeight="700"
          fontSize="26"
        >
          {parentB[row]}
        </text>
      ))}
      {marks(4).map((i) => {
        const genotype = squares[i] ?? '';
        const [x, y] = [LEFT + CELL.width * (i % 2), TOP + CELL.height * Math.floor(i / 2)];
        return (
          <g key={i}>
            <rect x={x} y={y} width={CELL.width} height={CELL.height} className={showsDominant(genotype) ? 'd-fill-6' : 'd-paper'} />
            <text x={x + CELL.width / 2} y={y + 28} textAnchor="middle" className="d-text" fontWeight="700" fontSize="22">
              {genotype}
            </text>
            <g transform={`translate(${x + CELL.width / 2} ${y + 70}) scale(0.95)`}>
              <Looks trait={trait} dominant={showsDominant(genotype)} />
            </g>
            <text x={x + CELL.width / 2} y={y + CELL.height - 10} textAnchor="middle" className="d-text" fontSize="0.95em">
              {looks(genotype)}
            </text>
          </g>
        );
      })}
      <path
        d={`M${LEFT} ${TOP}h${CELL.width * 2}v${CELL.height * 2}h${-CELL.width * 2}zM${LEFT + CELL.width} ${TOP}v${CELL.height * 2}M${LEFT} ${TOP + CELL.height}h${CELL.width * 2}`}
        className="d-ink"
        strokeWidth="2.5"
        fill="none"
      />
    </Picture>
  );

  return (
    <SimulationFrame
      language={language}
      title={t.title}
      about={t.about}
      problems={
        a.trait === b.trait
          ? problems
          : [...problems, `"parentA" and "parentB" must name the same gene, not ${settings.parentA} and ${settings.parentB}`]
      }
      onReset={() => {
        restore();
        setSeed(0);
      }}
      summary={`${squares.join(', ')}. ${expected} ${got}`}
      stage={stage}
      controls={
        <>
          <ChoiceControl label={t.trait} options={traits} names={t.traits} value={trait} onChange={(next) => choose(next, a.pair, pairB)} />
          <ChoiceControl label={t.parentA} options={pairs} names={names} value={a.pair} onChange={(next) => choose(trait, next, pairB)} />
          <ChoiceControl label={t.parentB} options={pairs} names={names} value={pairB} onChange={(next) => choose(trait, a.pair, next)} />
          <Action onPress={() => setSeed(seed + 1)}>{t.grow}</Action>
        </>
      }
      readout={
        <DataTable
          caption={`${expected} ${got}`}
          columns={t.columns}
          rows={count(squares, trait).map(({ genotype, number }) => [
            genotype,
            looks(genotype),
            percent(number / 4, language),
            seed > 0 ? String(children.filter((child) => child === genotype).length) : t.none,
          ])}
        />
      }
    />
  );
}
