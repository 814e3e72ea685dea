import { NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { marks, Picture, pathThrough } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';
import { crests, DT, PIECES, ROPE, parameters as specs, startRope, stepRope, waveSpeed } from './wave-string.model.ts';

const text = {
  en: {
    title: 'Wave on a rope',
    picture: 'A hand moves one end of a long rope up and down; waves run along the rope to the right',
    frequency: 'Frequency',
    amplitude: 'Amplitude',
    tension: 'Tension of the rope',
    speed: 'Wave speed',
    wavelength: 'Wavelength (v/f)',
    period: 'Period (1/f)',
    marked: 'Height of marked point',
    along: 'Distance (m)',
    one: 'one wavelength',
    about:
      'A heavy rope 10 m long, 0.25 kg per meter; the far end passes the wave on, so nothing comes back. The wave equation is solved step by step. Heights are drawn four times larger than distances. The marked point moves only up and down: the wave travels, the rope stays.',
    summary: (speed: string, wavelength: string) => `Waves run at ${speed}; the wavelength is ${wavelength}.`,
    moment: (time: string, height: string) => `At ${time} s the marked point is at ${height} cm.`,
  },
  es: {
    title: 'Onda en una cuerda',
    picture: 'Una mano mueve un extremo de una cuerda larga arriba y abajo; las ondas corren por la cuerda hacia la derecha',
    frequency: 'Frecuencia',
    amplitude: 'Amplitud',
    tension: 'Tensión de la cuerda',
    speed: 'Rapidez de la onda',
    wavelength: 'Longitud de onda (v/f)',
    period: 'Período (1/f)',
    marked: 'Altura del punto marcado',
    along: 'Distancia (m)',
    one: 'una longitud de onda',
    about:
      'Una cuerda pesada de 10 m, con 0.25 kg por metro; el extremo lejano deja pasar la onda, así que nada vuelve. La ecuación de onda se resuelve paso a paso. Las alturas se dibujan cuatro veces más grandes que las distancias. El punto marcado solo sube y baja: la onda viaja, la cuerda se queda.',
    summary: (speed: string, wavelength: string) => `Las ondas avanzan a ${speed}; la longitud de onda es ${wavelength}.`,
    moment: (time: string, height: string) => `A los ${time} s el punto marcado está a ${height} cm.`,
  },
};

const LEFT = 34;
const SCALE = 424 / ROPE;
const MIDDLE = 160;
const UP = SCALE * 4;
const MARKED = PIECES / 2;

/** A traveling transverse wave: speed from tension, wavelength from speed and frequency. */
export default function WaveString({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, runner } = useRunner({
    start: startRope,
    step: (rope, dt) => stepRope(rope, dt, settings),
    dt: DT,
    stride: 0.1,
    autoPlay: true,
  });
  const number = (value: number, digits: number) => formatNumber(language, value, digits);
  const speed = waveSpeed(settings.tension);
  const wavelength = speed / settings.frequency;
  const points = state.now.map((height, i) => [LEFT + ((i * ROPE) / PIECES) * SCALE, MIDDLE - height * UP] as const);
  const hand = points[0]?.[1] ?? MIDDLE;
  const marked = points[MARKED] ?? [0, MIDDLE];
  const [first, second] = crests(state.now);

  const stage = (
    <Picture width={480} height={330} label={t.picture}>
      <rect width="480" height="330" className="d-paper" />
      <path d={`M${LEFT} ${MIDDLE}H470`} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="4 6" fill="none" />
      <path d={`M${marked[0]} ${MIDDLE - 92}v184`} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="2 5" fill="none" />
      <path d={pathThrough(points)} className="d-line-6" strokeWidth="4" strokeLinejoin="round" strokeLinecap="round" fill="none" />
      {points
        .filter((_, i) => i % 10 === 0 && i !== MARKED && i > 0)
        .map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="4.5" className="d-solid-6" />
        ))}
      <circle cx={marked[0]} cy={marked[1]} r="9" className="d-solid-4" />
      <circle cx={marked[0]} cy={marked[1]} r="3" className="d-text-inv" />
      <rect x={LEFT - 22} y={hand - 14} width="26" height="28" rx="9" className="d-fill-2" />
      <rect x={LEFT - 22} y={hand - 14} width="26" height="28" rx="9" className="d-ink" strokeWidth="2" fill="none" />
      <path
        d={`M${LEFT - 9} ${hand - 20}v-12m-5 6l5 -6l5 6M${LEFT - 9} ${hand + 20}v12m-5 -6l5 6l5 -6`}
        className="d-ink"
        strokeWidth="2"
        fill="none"
      />
      {first !== undefined && second !== undefined && (
        <g>
          <path
            d={`M${LEFT + first * SCALE} 30v16M${LEFT + second * SCALE} 30v16M${LEFT + first * SCALE} 38H${LEFT + second * SCALE}`}
            className="d-ink"
            strokeWidth="2"
            fill="none"
          />
          <text x={Math.min(Math.max(LEFT + ((first + second) / 2) * SCALE, 110), 370)} y="24" textAnchor="middle" className="d-text">
            {t.one}
          </text>
        </g>
      )}
      <path d={`M${LEFT} 276H${LEFT + ROPE * SCALE}`} className="d-ink" strokeWidth="2" fill="none" />
      {marks(ROPE + 1).map((i) => (
        <g key={i}>
          <path d={`M${LEFT + i * SCALE} 276v${i % 2 === 0 ? 8 : 5}`} className="d-ink" strokeWidth="1.5" fill="none" />
          {i % 2 === 0 && (
            <text x={LEFT + i * SCALE} y="301" textAnchor="middle" className="d-text" fontSize="0.85em">
              {i}
            </text>
          )}
        </g>
      ))}
      <text x={LEFT + ROPE * SCALE} y="322" textAnchor="end" className="d-text" fontSize="0.85em">
        {t.along}
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
      summary={t.summary(`${number(speed, 1)} m/s`, `${number(wavelength, 1)} m`)}
      moment={t.moment(number(state.time, 1), number((state.now[MARKED] ?? 0) * 100, 0))}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.frequency} unit="Hz" language={language} {...field('frequency')} />
          <NumberControl label={t.amplitude} unit="cm" language={language} {...field('amplitude')} />
          <NumberControl label={t.tension} unit="N" language={language} {...field('tension')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.speed, value: `${number(speed, 1)} m/s` },
            { label: t.wavelength, value: `${number(wavelength, 1)} m` },
            { label: t.period, value: `${number(1 / settings.frequency, 2)} s` },
            { label: t.marked, value: `${number((state.now[MARKED] ?? 0) * 100, 0)} cm` },
          ]}
        />
      }
    />
  );
}
