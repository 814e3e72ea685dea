import { type CSSProperties, useState } from 'react';
import { effects, links, type Species, species, parameters as specs } from './food-web.model.ts';
import { Action, DataTable, SimulationFrame } from './frame.tsx';
import { formatList } from './language.ts';
import { checkParameters } from './parameters.ts';
import { Picture } from './picture.tsx';
import styles from './simulation.module.css';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Food web of a meadow',
    picture: 'Arrows run from food to eater: plants at the bottom, plant eaters above them, meat eaters at the top',
    hint: 'Press a living thing in the picture to take it out of the web, and press it again to bring it back.',
    restore: 'Bring all back',
    columns: ['Living thing', 'First effect'],
    whole: 'The web is whole.',
    without: (names: string) => `Without: ${names}.`,
    names: {
      grass: 'Grass',
      clover: 'Clover',
      oak: 'Oak tree',
      grasshopper: 'Grasshopper',
      rabbit: 'Rabbit',
      mouse: 'Mouse',
      caterpillar: 'Caterpillar',
      frog: 'Frog',
      snake: 'Snake',
      robin: 'Robin',
      hawk: 'Hawk',
      fox: 'Fox',
    },
    effects: {
      removed: 'taken out',
      starves: 'no food left: dies out',
      fewer: 'less food: may become fewer',
      more: 'fewer enemies: may become more',
      unsure: 'less food, fewer enemies: hard to tell',
      same: 'no direct effect',
    },
    about:
      'A small part of a real web, with first effects only: what becomes of the eaters of the eaters depends on numbers that this picture does not have. Real animals eat more kinds of food. Fungi and bacteria break down the remains of all of them and give nutrients back to the plants.',
  },
  es: {
    title: 'Red alimentaria de un prado',
    picture:
      'Las flechas van del alimento a quien lo come: abajo las plantas, sobre ellas quienes comen plantas, arriba quienes comen carne',
    hint: 'Pulsa un ser vivo en la imagen para sacarlo de la red; púlsalo otra vez para devolverlo.',
    restore: 'Devolver todos',
    columns: ['Ser vivo', 'Primer efecto'],
    whole: 'La red está completa.',
    without: (names: string) => `Sin: ${names}.`,
    names: {
      grass: 'Pasto',
      clover: 'Trébol',
      oak: 'Roble',
      grasshopper: 'Saltamontes',
      rabbit: 'Conejo',
      mouse: 'Ratón',
      caterpillar: 'Oruga',
      frog: 'Rana',
      snake: 'Serpiente',
      robin: 'Petirrojo',
      hawk: 'Halcón',
      fox: 'Zorro',
    },
    effects: {
      removed: 'fuera de la red',
      starves: 'sin alimento: desaparece',
      fewer: 'menos alimento: puede disminuir',
      more: 'menos enemigos: puede aumentar',
      unsure: 'menos alimento y enemigos: difícil saber',
      same: 'sin efecto directo',
    },
    about:
      'Una pequeña parte de una red real, solo con los primeros efectos: lo que pase después depende de cantidades que esta imagen no tiene. Los animales reales comen más clases de alimento. Los hongos y las bacterias descomponen los restos de todos y devuelven nutrientes a las plantas.',
  },
};

/** A symbol for each effect, beside its text. */
const signs = { removed: '✕', starves: '✕', fewer: '▼', more: '▲', unsure: '?', same: '' } as const;

/** Center of each species in percent of the picture, and its drawing in a 24 × 24 box. */
const drawings: Record<Species, { at: readonly [x: number, y: number]; path: string }> = {
  grass: { at: [17, 92], path: 'M12 22c0-8-1-13-5-18M12 22c0-9 1-14 4-19M12 22c-2-6-5-9-9-10M12 22c2-6 5-9 9-11' },
  clover: { at: [50, 92], path: 'M12 13v9M12 12c-3 2-8 1-8-3s5-4 8 1M12 12c3 2 8 1 8-3s-5-4-8 1M12 11c-3-2-4-8 0-8s3 6 0 8' },
  oak: { at: [83, 92], path: 'M10 22v-7M14 22v-7M7 15a5 5 0 0 1-2-9 6 6 0 0 1 7-4 6 6 0 0 1 7 4 5 5 0 0 1-2 9zM8 22h8' },
  grasshopper: { at: [63, 71], path: 'M3 14c4-4 12-5 18-1-6 3-12 3-18 1zM8 12l4-7 6 15M3 14c-1-3 0-6 2-8M7 15l-2 5M11 16v4' },
  rabbit: {
    at: [13, 71],
    path: 'M9 10c-3-4-3-8-1-8s3 4 3 7M13 9c0-4 1-7 3-7s2 5-1 8M6 15a6 6 0 0 1 12 0c0 4-3 6-6 6s-6-2-6-6zM9.500 14h.1M14.500 14h.1M11 17l1 1 1-1',
  },
  mouse: { at: [38, 71], path: 'M3 16c1-5 5-7 9-7 5 0 8 4 8 8H5c-1 0-2 0-2-1zM9 9a2.500 2.500 0 1 0-4 1M6.500 14h.1M20 17c2 0 2-4-1-5' },
  caterpillar: {
    at: [87, 71],
    path: 'M3 16a3 3 0 0 1 6 0M7 13a3 3 0 0 1 6 0v3M12 13a3 3 0 0 1 5 1v2M16 12a3 3 0 1 1 5 3c-1 1-3 1-4 1H3M18 9l-1-4M20 9l1-3',
  },
  frog: {
    at: [63, 50],
    path: 'M5 10a2.500 2.500 0 1 1 4-1h6a2.500 2.500 0 1 1 4 1c2 2 2 5 1 7H4c-1-2-1-5 1-7zM7 14c3 2 7 2 10 0M7 8h.1M17 8h.1M4 17l-2 3h5M20 17l2 3h-5',
  },
  snake: { at: [42, 29], path: 'M3 20h11a3 3 0 0 0 0-6H9a3.500 3.500 0 0 1 0-7h7c3 0 5-3 2-4s-4 2-2 4M19 4l3-1' },
  robin: { at: [87, 48], path: 'M3 9l3-1c1-3 4-4 7-2 2 1 3 4 8 9-5 0-6 4-10 3-5-1-6-5-5-10M8.500 8h.1M10 18v3M13 18v3M11 12c2 0 4 1 5 3' },
  hawk: { at: [68, 9], path: 'M12 20l-2-5C6 15 3 11 2 5c4 3 6 3 8 2 0-2 1-4 2-4s2 2 2 4c2 1 4 1 8-2-1 6-4 10-8 10zM9 20h6' },
  fox: { at: [20, 9], path: 'M4 3l5 5h6l5-5v9c0 4-5 9-8 9s-8-5-8-9zM9 13h.1M15 13h.1M11 18h2' },
};

/** A food web from which students remove species to see who is affected first. */
export default function FoodWeb({ parameters, language }: SimulationProps) {
  const t = text[language];
  const [removed, setRemoved] = useState<ReadonlySet<Species>>(new Set());
  const effect = effects(removed);
  const toggle = (name: Species) => setRemoved(new Set(species.filter((other) => removed.has(other) !== (other === name))));
  const changed = species.filter((name) => effect[name] !== 'same' && effect[name] !== 'removed');
  const state =
    removed.size === 0
      ? t.whole
      : t.without(
          formatList(
            language,
            [...removed].map((name) => t.names[name]),
          ),
        );

  const stage = (
    <div className={styles.web} style={{ '--ratio': 480 / 500 } as CSSProperties}>
      <Picture width={480} height={500} label={t.picture}>
        <rect width="480" height="500" className="d-paper" />
        {links.map(([food, eater]) => {
          const [[x1, y1], [x2, y2]] = [drawings[food].at, drawings[eater].at].map(([x, y]) => [x * 4.8, y * 5]) as [
            [number, number],
            [number, number],
          ];
          const broken = [food, eater].some((name) => effect[name] === 'removed' || effect[name] === 'starves');
          const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
          return (
            <g key={`${food} ${eater}`} opacity={broken ? 0.45 : 1}>
              <path
                d={`M${x1} ${y1}L${x2} ${y2}`}
                className={broken ? 'd-ink-soft' : 'd-ink'}
                strokeWidth="2"
                strokeDasharray={broken ? '3 7' : undefined}
                fill="none"
              />
              {!broken && (
                <path
                  d="M7 0L-7 -6V6z"
                  transform={`translate(${x1 + (x2 - x1) * 0.45} ${y1 + (y2 - y1) * 0.45}) rotate(${turn})`}
                  className="d-text"
                />
              )}
            </g>
          );
        })}
      </Picture>
      {species.map((name) => {
        const { at, path } = drawings[name];
        return (
          <button
            key={name}
            type="button"
            className={styles.node}
            style={{ insetInlineStart: `${at[0]}%`, insetBlockStart: `${at[1]}%` }}
            aria-pressed={removed.has(name)}
            data-effect={effect[name]}
            onClick={() => toggle(name)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={path} />
            </svg>
            <span>
              {t.names[name]} <span aria-hidden="true">{signs[effect[name]]}</span>
            </span>
          </button>
        );
      })}
    </div>
  );

  return (
    <SimulationFrame
      language={language}
      title={t.title}
      about={t.about}
      problems={checkParameters(specs, parameters)}
      onReset={() => setRemoved(new Set())}
      summary={`${state} ${changed.map((name) => `${t.names[name]}: ${t.effects[effect[name]]}`).join('. ')}`}
      stage={stage}
      controls={
        <>
          <p>{t.hint}</p>
          <Action onPress={() => setRemoved(new Set())}>{t.restore}</Action>
        </>
      }
      readout={
        changed.length === 0 ? (
          <p>{state}</p>
        ) : (
          <DataTable
            caption={state}
            columns={t.columns}
            rows={changed.map((name) => [t.names[name], `${signs[effect[name]]} ${t.effects[effect[name]]}`.trim()])}
          />
        )
      }
    />
  );
}
