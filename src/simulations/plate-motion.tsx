import type { ReactNode } from 'react';
import { ChoiceControl, NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { Arrow, marks, Picture, pathThrough } from './picture.tsx';
import { type Boundary, CRUST, floorDepth, LAST, movedBy, pileUp, parameters as specs, stepTime } from './plate-motion.model.ts';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Plate boundaries',
    boundary: 'Kind of boundary',
    boundaries: {
      divergent: 'Divergent: plates move apart',
      convergent: 'Convergent: one goes under',
      collision: 'Convergent: two continents',
      transform: 'Transform: plates slide past',
    },
    pictures: {
      divergent: 'A cut through a mid-ocean ridge: two plates move apart, and new crust forms between them',
      convergent: 'A cut through a trench: an ocean plate bends down under a continent, and volcanoes stand behind the trench',
      collision: 'A cut through two continents that push into each other; the crust piles up to mountains with a deep root',
      transform: 'A map of two plates that slide past each other; a road across the boundary is broken and shifted',
    },
    speed: 'Speed',
    perYear: 'cm/year',
    time: 'Time',
    million: 'million years',
    moved: 'Plates have moved',
    crust: 'Crust',
    fate: { divergent: 'made at the ridge', convergent: 'lost in the trench', collision: 'piled up', transform: 'neither made nor lost' },
    labels: {
      ridge: 'ridge',
      fresh: 'new crust',
      sea: 'sea',
      magma: 'rising magma',
      trench: 'trench',
      volcano: 'volcanoes',
      mantle: 'mantle',
      continent: 'continent',
      mountains: 'mountains',
      root: 'root',
      plateA: 'plate A',
      plateB: 'plate B',
      fault: 'fault',
      road: 'road',
    },
    about:
      'The picture is 800 km wide. Heights, depths and thicknesses are drawn several times larger than widths. Speeds are those of real plates (1 to 10 cm a year); real plates change speed and direction, and rain, ice and rivers wear mountains down. Sea-floor depth: Parsons and Sclater, 1977.',
    summary: (kind: string, speed: string) => `${kind}, at ${speed}.`,
    moment: (time: string, km: string) => `After ${time} million years the plates have moved ${km} km.`,
  },
  es: {
    title: 'Límites de placas',
    boundary: 'Clase de límite',
    boundaries: {
      divergent: 'Divergente: se separan',
      convergent: 'Convergente: una se hunde',
      collision: 'Convergente: dos continentes',
      transform: 'Transformante: se deslizan',
    },
    pictures: {
      divergent: 'Un corte por una dorsal oceánica: dos placas se separan y entre ellas se forma corteza nueva',
      convergent: 'Un corte por una fosa: una placa oceánica se dobla bajo un continente, y tras la fosa hay volcanes',
      collision: 'Un corte por dos continentes que se empujan; la corteza se apila en montañas con una raíz profunda',
      transform: 'Un mapa de dos placas que se deslizan; un camino que cruza el límite queda roto y desplazado',
    },
    speed: 'Rapidez',
    perYear: 'cm/año',
    time: 'Tiempo',
    million: 'millones de años',
    moved: 'Las placas se han movido',
    crust: 'Corteza',
    fate: {
      divergent: 'se forma en la dorsal',
      convergent: 'se pierde en la fosa',
      collision: 'se apila',
      transform: 'ni se forma ni se pierde',
    },
    labels: {
      ridge: 'dorsal',
      fresh: 'corteza nueva',
      sea: 'mar',
      magma: 'sube magma',
      trench: 'fosa',
      volcano: 'volcanes',
      mantle: 'manto',
      continent: 'continente',
      mountains: 'montañas',
      root: 'raíz',
      plateA: 'placa A',
      plateB: 'placa B',
      fault: 'falla',
      road: 'camino',
    },
    about:
      'La imagen abarca 800 km. Las alturas, profundidades y grosores se dibujan varias veces más grandes que las anchuras. Las rapideces son las de placas reales (1 a 10 cm por año); las placas reales cambian de rapidez y dirección, y la lluvia, el hielo y los ríos desgastan las montañas. Fondo marino: Parsons y Sclater, 1977.',
    summary: (kind: string, speed: string) => `${kind}, a ${speed}.`,
    moment: (time: string, km: string) => `Tras ${time} millones de años las placas se han movido ${km} km.`,
  },
};

type Labels = (typeof text)['en']['labels'];

interface SceneProps {
  /** Million years since the start, and cm per year. */
  time: number;
  speed: number;
  labels: Labels;
}

const WIDTH = 480;
const HEIGHT = 330;
const MIDDLE = WIDTH / 2;
/** Units of the picture per km. */
const SCALE = 0.6;
const SEA = 92;
/** Surface of the sea over a ridge, where no space is needed for land. */
const DEEP_SEA = 30;

function Label({ x, y, children, anchor = 'middle' }: { x: number; y: number; children: string; anchor?: 'start' | 'middle' | 'end' }) {
  return (
    <text x={x} y={y} textAnchor={anchor} className="d-text" fontSize="0.95em">
      {children}
    </text>
  );
}

/** A pin standing on rock. */
function Pin({ x, y, turn = 0 }: { x: number; y: number; turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d="M0 0V-26" className="d-ink" strokeWidth="2.5" fill="none" />
      <path d="M0 -27L14 -21L0 -15z" className="d-solid-4" />
    </g>
  );
}

function Divergent({ time, speed, labels }: SceneProps) {
  const half = (speed / 2) * 10 * SCALE;
  const floor = (x: number) => DEEP_SEA + 58 + floorDepth(Math.abs(x - MIDDLE) / half) * 26;
  const base = (x: number) => floor(x) + 14 + 3.6 * Math.sqrt(Math.abs(x - MIDDLE));
  const line = (from: number, to: number, height: (x: number) => number) =>
    marks(13, (to - from) / 12, from).map((x) => [x, height(x)] as const);
  const strip = (from: number, to: number, thick: number) =>
    `${pathThrough(line(from, to, floor))}${pathThrough(line(to, from, (x) => floor(x) + thick)).replace('M', 'L')}z`;
  const fresh = time * half;
  const bands = marks(Math.ceil(time)).map((born) => [(time - Math.min(born + 1, time)) * half, (time - born) * half] as const);
  const pins = [-1, 1].map((side) => MIDDLE + side * (30 + fresh));
  return (
    <>
      <rect width={WIDTH} height={HEIGHT} className="d-fill-4" />
      <rect width={WIDTH} height={DEEP_SEA} className="d-paper" />
      {[-1, 1].map((side) => {
        const far = MIDDLE + side * MIDDLE;
        return (
          <path
            key={side}
            d={`${pathThrough(marks(25, (far - MIDDLE) / 24, MIDDLE).map((x) => [x, floor(x)] as const))}${pathThrough(marks(25, (MIDDLE - far) / 24, far).map((x) => [x, base(x)] as const)).replace('M', 'L')}z`}
            className="d-fill-3"
          />
        );
      })}
      <path
        d={`M0 ${DEEP_SEA}H${WIDTH}V${floor(WIDTH)}${pathThrough(marks(61, -8, WIDTH).map((x) => [x, floor(x)] as const)).replace('M', 'L')}z`}
        className="d-fill-6"
      />
      {[-1, 1].map((side) => (
        <g key={side}>
          <path d={strip(MIDDLE + side * Math.min(fresh, MIDDLE), MIDDLE + side * MIDDLE, 13)} className="d-solid-3" opacity="0.55" />
          {bands
            .filter(([near]) => near < MIDDLE)
            .map(([near, far]) => (
              <g key={far}>
                <path d={strip(MIDDLE + side * near, MIDDLE + side * Math.min(far, MIDDLE), 13)} className="d-fill-2" />
                <path
                  d={`M${MIDDLE + side * Math.min(far, MIDDLE)} ${floor(MIDDLE + side * far)}v13`}
                  className="d-ink"
                  strokeWidth="1.5"
                  fill="none"
                />
              </g>
            ))}
        </g>
      ))}
      <path d={pathThrough(marks(61, 8).map((x) => [x, floor(x)] as const))} className="d-ink" strokeWidth="2" fill="none" />
      <Arrow from={[MIDDLE, 268]} to={[MIDDLE, floor(MIDDLE) + 24]} color={4} width={8} />
      <Label x={MIDDLE + 14} y={250} anchor="start">
        {labels.magma}
      </Label>
      {pins.map((x) => x > -8 && x < WIDTH + 8 && <Pin key={x} x={x} y={floor(x)} />)}
      <Arrow from={[110, 172]} to={[44, 172]} color={1} width={7} />
      <Arrow from={[370, 172]} to={[436, 172]} color={1} width={7} />
      <Label x={MIDDLE} y={DEEP_SEA + 42}>
        {labels.ridge}
      </Label>
      <Label x={16} y={DEEP_SEA + 28} anchor="start">
        {labels.sea}
      </Label>
      <rect x="18" y="302" width="16" height="14" className="d-fill-2" />
      <rect x="18" y="302" width="16" height="14" className="d-ink" strokeWidth="1.5" fill="none" />
      <Label x={42} y={315} anchor="start">
        {labels.fresh}
      </Label>
    </>
  );
}

/** Where the sinking plate bends, in units of the picture. */
const BEND = { x: 168, y: 146, radius: 150, dip: (48 * Math.PI) / 180 };

/** @returns the point of the sinking plate's top at a distance along it from the left edge, `deep` units below the top. */
function slab(along: number, deep: number): readonly [number, number] {
  const onBend = (along - BEND.x) / BEND.radius;
  if (onBend <= 0) return [along, BEND.y + deep];
  const angle = Math.min(onBend, BEND.dip);
  const straight = Math.max(0, along - BEND.x - BEND.dip * BEND.radius);
  const radius = BEND.radius - deep;
  return [
    BEND.x + radius * Math.sin(angle) + straight * Math.cos(angle),
    BEND.y + BEND.radius - radius * Math.cos(angle) + straight * Math.sin(angle),
  ];
}

function Convergent({ time, speed, labels }: SceneProps) {
  const moved = movedBy(speed, time) * SCALE;
  const area = (from: number, to: number, top: number, bottom: number) => {
    const steps = marks(9, (to - from) / 8, from);
    return `${pathThrough(steps.map((s) => slab(s, top)))}${pathThrough(steps.toReversed().map((s) => slab(s, bottom))).replace('M', 'L')}z`;
  };
  const BAND = 36;
  const offset = moved % (2 * BAND);
  const pieces = marks(24, 24);
  const crustTop = marks(17, 6, BEND.x + 34).map((s) => slab(s, -2));
  const volcano = 356;
  const land = 82;
  const melt =
    marks(300, 2)
      .map((s) => slab(s, 0))
      .find(([x]) => x >= volcano)?.[1] ?? HEIGHT;
  const cone = `H${volcano + 58}Q${volcano + 20} ${land - 6} ${volcano + 9} 36h-18Q${volcano - 20} ${land - 6} ${volcano - 58} ${land}`;
  const pin = 30 + moved;
  const [px, py] = slab(pin, 0);
  const coast = crustTop[0] ?? [0, 0];
  const deepest = crustTop.at(-1) ?? [0, 0];
  return (
    <>
      <rect width={WIDTH} height={HEIGHT} className="d-fill-4" />
      <rect width={WIDTH} height={SEA} className="d-paper" />
      <rect y={SEA} width={coast[0] + 80} height={BEND.y - SEA + 20} className="d-fill-6" />
      {pieces.map((s) => (
        <path key={s} d={area(s, s + 25, 0, 44)} className="d-fill-3" />
      ))}
      {marks(9, 2 * BAND, offset - 2 * BAND).map((s) => (
        <path key={s} d={area(s, s + BAND, 0, 12)} className="d-solid-3" opacity="0.75" />
      ))}
      <path d={pathThrough(marks(60, 10).map((s) => slab(s, 0)))} className="d-ink" strokeWidth="2" fill="none" />
      <path
        d={`${pathThrough(crustTop)}L${deepest[0] + 20} ${deepest[1] + 4}H${WIDTH}V${land}${cone}L${coast[0] + 62} ${land + 4}z`}
        className="d-fill-2"
      />
      <path
        d={`${pathThrough(crustTop)}M${WIDTH} ${land}${cone}L${coast[0] + 62} ${land + 4}L${coast.join(' ')}`}
        className="d-ink"
        strokeWidth="2.5"
        strokeLinejoin="round"
        fill="none"
      />
      <path
        d={`M${volcano} ${melt}V40`}
        className="d-line-4"
        strokeWidth="6"
        strokeDasharray="10 8"
        strokeDashoffset={-moved * 2}
        strokeLinecap="round"
        fill="none"
      />
      {px < WIDTH + 10 && <Pin x={px} y={py} turn={(Math.min(Math.max(0, (pin - BEND.x) / BEND.radius), BEND.dip) * 180) / Math.PI} />}
      <Arrow from={[46, 168]} to={[118, 168]} color={1} width={7} />
      {time > 0.5 &&
        marks(3).map((puff) => (
          <circle
            key={puff}
            cx={volcano - 4 - 12 * puff}
            cy={28 - 9 * puff}
            r={7 + 3 * puff}
            className="d-ink-soft"
            strokeWidth="2"
            fill="none"
          />
        ))}
      <Label x={16} y={SEA + 26} anchor="start">
        {labels.sea}
      </Label>
      <Label x={coast[0] - 12} y={SEA + 26}>
        {labels.trench}
      </Label>
      <Label x={volcano + 24} y={40} anchor="start">
        {labels.volcano}
      </Label>
      <Label x={WIDTH - 14} y={120} anchor="end">
        {labels.continent}
      </Label>
      <Label x={22} y={300} anchor="start">
        {labels.mantle}
      </Label>
    </>
  );
}

function Collision({ time, speed, labels }: SceneProps) {
  const km = movedBy(speed, time);
  const { above, below, halfWidth } = pileUp(km);
  const bell = (x: number) => Math.exp(-(((x - MIDDLE) / (halfWidth * SCALE)) ** 2) / 2);
  const rough = (x: number) => 1 + 0.22 * Math.sin(x / 7) * Math.sin(x / 3.1);
  const top = (x: number) => SEA + 18 - above * 6 * bell(x) * rough(x);
  const bottom = (x: number) => SEA + 18 + (CRUST + below * bell(x)) * 1.6;
  const xs = marks(121, 4);
  const half = (km / 2) * SCALE;
  const lines = marks(14, 40, 20)
    .flatMap((start) => [start - MIDDLE + half - 60, WIDTH + MIDDLE - start - half + 60])
    .filter((x, i) => (i % 2 === 0 ? x > 0 && x < MIDDLE - 4 : x < WIDTH && x > MIDDLE + 4));
  return (
    <>
      <rect width={WIDTH} height={HEIGHT} className="d-fill-4" />
      <rect width={WIDTH} height={SEA + 40} className="d-paper" />
      <path
        d={`${pathThrough(xs.map((x) => [x, top(x)] as const))}${pathThrough(xs.toReversed().map((x) => [x, bottom(x)] as const)).replace('M', 'L')}z`}
        className="d-fill-2"
      />
      {lines.map((x) => (
        <path key={x} d={`M${x} ${top(x)}V${bottom(x)}`} className="d-line-2" strokeWidth="2" opacity="0.6" fill="none" />
      ))}
      <path d={`M${MIDDLE} ${top(MIDDLE)}V${bottom(MIDDLE)}`} className="d-ink" strokeWidth="2" strokeDasharray="6 5" fill="none" />
      <path d={pathThrough(xs.map((x) => [x, top(x)] as const))} className="d-ink" strokeWidth="2.5" strokeLinejoin="round" fill="none" />
      <path d={pathThrough(xs.map((x) => [x, bottom(x)] as const))} className="d-ink" strokeWidth="2" fill="none" />
      <Arrow from={[26, 138]} to={[92, 138]} color={1} width={7} />
      <Arrow from={[454, 138]} to={[388, 138]} color={1} width={7} />
      {above > 1 && (
        <>
          <Label x={MIDDLE} y={Math.min(top(MIDDLE) - 14, 84)}>
            {labels.mountains}
          </Label>
          <Label x={MIDDLE} y={Math.min(bottom(MIDDLE) + 24, 318)}>
            {labels.root}
          </Label>
        </>
      )}
      <Label x={22} y={306} anchor="start">
        {labels.mantle}
      </Label>
    </>
  );
}

function Transform({ time, speed, labels }: SceneProps) {
  const half = (movedBy(speed, time) / 2) * SCALE;
  const fault = 165;
  const side = (shift: number, y: number, height: number) => {
    const start = (((shift % 160) + 160) % 160) - 160;
    return (
      <>
        {marks(5, 160, start).map((x) => (
          <g key={x}>
            <rect x={x} y={y} width="80" height={height} className="d-fill-5" />
            <rect x={x + 80} y={y} width="80" height={height} className="d-fill-2" />
            {marks(5, 16, x + 88).map((dot) => (
              <path
                key={dot}
                d={`M${dot} ${y + 20}v0M${dot} ${y + 60}v0M${dot} ${y + 100}v0M${dot} ${y + 140}v0`}
                className="d-line-2"
                strokeWidth="4"
                strokeLinecap="round"
                fill="none"
              />
            ))}
          </g>
        ))}
      </>
    );
  };
  return (
    <>
      {side(half, 0, fault)}
      {side(-half, fault, HEIGHT - fault)}
      {[
        [MIDDLE + half, 0, fault],
        [MIDDLE - half, fault, HEIGHT],
      ].map(([x, from, to]) => (
        <g key={from}>
          <path d={`M${x} ${from}V${to}`} className="d-ink" strokeWidth="16" fill="none" />
          <path d={`M${x} ${from}V${to}`} className="d-line-6" strokeWidth="3" strokeDasharray="10 8" fill="none" />
        </g>
      ))}
      <path d={`M0 ${fault}H${WIDTH}`} className="d-ink" strokeWidth="4" strokeDasharray="14 5" fill="none" />
      <Arrow from={[386, 118]} to={[456, 118]} color={1} width={7} />
      <Arrow from={[94, 212]} to={[24, 212]} color={1} width={7} />
      <rect x="10" y="8" width="84" height="30" rx="6" className="d-paper" />
      <Label x={52} y={29}>
        {labels.plateA}
      </Label>
      <rect x="386" y={HEIGHT - 38} width="84" height="30" rx="6" className="d-paper" />
      <Label x={428} y={HEIGHT - 17}>
        {labels.plateB}
      </Label>
      <rect x="10" y={fault - 38} width="62" height="30" rx="6" className="d-paper" />
      <Label x={41} y={fault - 17}>
        {labels.fault}
      </Label>
    </>
  );
}

const scenes: Record<Boundary, (props: SceneProps) => ReactNode> = {
  divergent: Divergent,
  convergent: Convergent,
  collision: Collision,
  transform: Transform,
};

/** Two plates at one of four kinds of boundary, over ten million years. */
export default function PlateMotion({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, seek, runner } = useRunner<{ time: number }>({
    start: () => ({ time: 0 }),
    step: ({ time }, dt) => ({ time: stepTime(time, dt) }),
    dt: 1 / 60,
    stride: 1,
    isFinished: ({ time }) => time >= LAST,
    restartOn: settings.boundary,
  });
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const moved = movedBy(settings.speed, state.time);
  const Scene = scenes[settings.boundary];
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
      summary={t.summary(t.boundaries[settings.boundary], `${settings.speed} ${t.perYear}`)}
      moment={t.moment(number(state.time, 1), number(moved))}
      stage={
        <Picture width={WIDTH} height={HEIGHT} label={t.pictures[settings.boundary]}>
          <Scene time={state.time} speed={settings.speed} labels={t.labels} />
        </Picture>
      }
      controls={
        <>
          <ChoiceControl label={t.boundary} options={specs.boundary.options} names={t.boundaries} {...field('boundary')} />
          <NumberControl label={t.speed} unit={t.perYear} language={language} {...field('speed')} />
          <NumberControl
            label={t.time}
            unit={t.million}
            language={language}
            spec={{ min: 0, max: LAST, step: 0.1 }}
            value={state.time}
            onChange={(time) => seek({ time })}
          />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.moved, value: `${number(moved)} km` },
            { label: t.crust, value: t.fate[settings.boundary] },
          ]}
        />
      }
    />
  );
}
