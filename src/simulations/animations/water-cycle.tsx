import { Arrow, marks, Picture } from '../picture.tsx';
import type { AnimationProps } from '../types.ts';
import { between, through } from './timeline.ts';

const text = {
  en: {
    scene: 'Sea, mountains and clouds; a drop of water is followed through the water cycle',
    ocean: 'ocean',
    evaporation: 'evaporation',
    condensation: 'condensation',
    wind: 'wind',
    precipitation: 'precipitation',
    runoff: 'runoff',
    plants: 'plants',
    groundwater: 'groundwater',
  },
  es: {
    scene: 'Mar, montañas y nubes; se sigue una gota de agua por el ciclo del agua',
    ocean: 'océano',
    evaporation: 'evaporación',
    condensation: 'condensación',
    wind: 'viento',
    precipitation: 'precipitación',
    runoff: 'escurrimiento',
    plants: 'plantas',
    groundwater: 'agua subterránea',
  },
};

/** Position of the followed drop over time (s). */
const journey: readonly (readonly [time: number, x: number, y: number])[] = [
  [0, 96, 246],
  [7, 120, 240],
  [15, 138, 96],
  [23, 160, 82],
  [30, 488, 84],
  [33, 500, 116],
  [37, 508, 168],
  [42, 420, 212],
  [46, 362, 246],
  [50, 340, 296],
  [56, 226, 300],
  [60, 110, 262],
];

const LAND = 'M224 262Q300 250 352 232Q420 208 456 164L500 118L520 134L544 104L640 190V360H150Z';

/** Position and size of the cloud: it grows over the sea, drifts over the land and rains out. */
function cloudAt(time: number) {
  return {
    x: through(time, [
      [23, 160],
      [30, 488],
    ]),
    size: between(time, 14, 20) * (1 - 0.35 * between(time, 33, 38)),
  };
}

/** A drop's path from the ocean through air, cloud, rain, river and ground back to the ocean, in 60 s. */
export default function WaterCycle({ time, language }: AnimationProps) {
  const t = text[language];
  const [x, y] = [1, 2].map((axis) =>
    through(
      time,
      journey.map((stop) => [stop[0], stop[axis] ?? 0] as const),
    ),
  ) as [number, number];
  const cloud = cloudAt(time);
  const wave = Math.sin(time * 1.4) * 2;
  const names = [
    { name: t.ocean, x: 74, y: 330, from: 0, to: 7 },
    { name: t.evaporation, x: 84, y: 160, from: 7, to: 15 },
    { name: t.condensation, x: 176, y: 30, from: 15, to: 23 },
    { name: t.wind, x: 330, y: 150, from: 23, to: 30 },
    { name: t.precipitation, x: 544, y: 30, from: 30, to: 38 },
    { name: t.runoff, x: 318, y: 206, from: 38, to: 46 },
    { name: t.groundwater, x: 418, y: 322, from: 46, to: 53 },
  ];
  const current = names.findLast(({ from }) => time >= from);
  const isVapor = time > 8 && time < 16;
  const rains = between(time, 29.5, 31) * (1 - between(time, 39, 42));
  return (
    <Picture width={640} height={360} film label={`${t.scene}. ${current?.name ?? ''}`}>
      <rect width="640" height="360" className="d-paper" />
      <circle cx="52" cy="54" r="27" className="d-fill-2" />
      <circle cx="52" cy="54" r="27" className="d-line-2" strokeWidth="3" fill="none" />
      {marks(8, 45).map((angle) => (
        <path
          key={angle}
          d="M52 18v-13"
          transform={`rotate(${angle + time * 4} 52 54)`}
          className="d-line-2"
          strokeWidth="3"
          strokeLinecap="round"
          fill="none"
        />
      ))}
      <path d="M0 252H250V360H0z" className="d-fill-6" />
      <path d={`M0 ${252 + wave}q20 -7 40 0t40 0t40 0t40 0t40 0t40 0`} className="d-line-6" strokeWidth="3" fill="none" />
      <path d={LAND} className="d-fill-5" />
      <path d="M176 316Q300 290 400 278T640 262V360H150z" className="d-fill-1" />
      <path d="M176 316Q300 290 400 278T640 262" className="d-line-1" strokeWidth="2" strokeDasharray="7 5" fill="none" />
      <path d={LAND} className="d-ink" strokeWidth="2.5" strokeLinejoin="round" fill="none" />
      <Outlined d="M482 137L500 118L520 134L544 104L572 131L556 142L540 128L522 150L502 136L492 146z" width={1.5} />
      <path
        d="M506 160Q456 190 424 214Q396 232 352 242Q290 256 236 262"
        className="d-line-6"
        strokeWidth="5"
        strokeDasharray="16 5"
        strokeDashoffset={-time * 16}
        strokeLinecap="round"
        fill="none"
      />
      {[
        [566, 178],
        [596, 196],
        [584, 218],
      ].map(([treeX, treeY]) => (
        <g key={treeX}>
          <path d={`M${treeX} ${treeY}v14`} className="d-line-2" strokeWidth="4" fill="none" />
          <path d={`M${treeX} ${(treeY ?? 0) - 26}l13 28h-26z`} className="d-solid-5" />
        </g>
      ))}
      <g opacity={between(time, 41, 42) * (1 - between(time, 47, 49))}>
        <Arrow from={[590, 162]} to={[590, 128]} color={1} width={4} />
        <text x="632" y="120" textAnchor="end" className="d-text" fontSize="0.8em">
          {t.plants}
        </text>
      </g>
      <g opacity={between(time, 7, 8) * (1 - between(time, 22, 24))}>
        {[52, 96, 184].map((from, i) => {
          const rise = (time * 14 + i * 13) % 40;
          return <Arrow key={from} from={[from, 240 - rise]} to={[from, 212 - rise]} color={1} width={4} />;
        })}
      </g>
      <g opacity={between(time, 23, 24) * (1 - between(time, 30, 31))}>
        <Arrow from={[290, 166]} to={[376, 166]} color={3} width={5} />
      </g>
      {cloud.size > 0 && (
        <g transform={`translate(${cloud.x} 78) scale(${cloud.size})`}>
          <Outlined d="M-62 22a22 22 0 0 1 6 -43a34 34 0 0 1 62 -10a26 26 0 0 1 44 18a19 19 0 0 1 4 35z" width={2.5} />
        </g>
      )}
      <g opacity={rains}>
        {marks(7, 15, 440).map((dropX, i) => {
          const fall = (time * 60 + i * 23) % 62;
          return (
            <path key={dropX} d={`M${dropX} ${104 + fall}l-4 12`} className="d-line-6" strokeWidth="3" strokeLinecap="round" fill="none" />
          );
        })}
      </g>
      {names.map((label) => (
        <text
          key={label.name}
          x={label.x}
          y={label.y}
          textAnchor="middle"
          className="d-text"
          fontSize="0.85em"
          fontWeight={label === current ? 700 : 400}
          opacity={between(time, label.from, label.from + 0.8)}
        >
          {label.name}
        </text>
      ))}
      <g transform={`translate(${x} ${y})`}>
        <path d="M0 -17C8 -6 11 -1 11 5A11 11 0 0 1 -11 5C-11 -1 -8 -6 0 -17z" className="d-solid-6" opacity={isVapor ? 0.15 : 1} />
        <path
          d="M0 -17C8 -6 11 -1 11 5A11 11 0 0 1 -11 5C-11 -1 -8 -6 0 -17z"
          className="d-ink"
          strokeWidth="2.5"
          strokeDasharray={isVapor ? '3 4' : undefined}
          fill="none"
        />
      </g>
    </Picture>
  );
}

/** A white shape with an outline: the snow, the cloud. */
const Outlined = ({ d, width }: { d: string; width: number }) => (
  <>
    <path d={d} className="d-paper" />
    <path d={d} className="d-ink" strokeWidth={width} strokeLinejoin="round" fill="none" />
  </>
);
