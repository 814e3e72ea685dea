import { NumberControl, SimulationFrame, SwitchControl, Values } from './frame.tsx';
import { ABSORBED, ARRIVING, BASE_TEMPERATURE, balance, flows, parameters as specs, stepWarming } from './greenhouse.model.ts';
import { formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { type Color, marks, Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Greenhouse effect',
    picture: 'Energy flows in watts per square meter between the Sun, the surface, one layer of air, and space; wider arrows carry more',
    co2: 'Carbon dioxide',
    feedbacks: 'Water vapor, ice and clouds respond',
    space: 'space',
    layer: 'layer of air',
    surface: 'surface',
    sunlight: 'sunlight',
    infrared: 'infrared',
    temperature: 'Surface now',
    end: 'Surface in the end',
    change: 'Against 280 ppm',
    in: 'Absorbed sunlight',
    out: 'Infrared to space',
    surplus: 'In minus out',
    years: 'Years',
    unit: 'W/m²',
    about:
      'A one-layer energy-balance model: the whole Earth as one surface under one layer of air that lets sunlight pass. Carbon dioxide acts by the well-known 3.7 W/m² per doubling (Myhre and others, 1998). By itself that warms by about 1.1 °C; when water vapor, ice and clouds respond, the model is set to 3 °C per doubling, the best estimate of the IPCC (2021; likely 2.5 to 4 °C). It has no seasons, places, weather, other gases or deep ocean, so it settles in a few years where the real Earth takes centuries; far from 280 ppm it is rough. Sunlight: 1361 W/m² (Kopp and Lean, 2011), of which 30% is reflected.',
    summary: (co2: string, end: string) => `With ${co2} of carbon dioxide the surface settles at ${end}.`,
    moment: (years: string, now: string) => `After ${years} years it is at ${now}.`,
  },
  es: {
    title: 'Efecto invernadero',
    picture:
      'Flujos de energía en vatios por metro cuadrado entre el Sol, la superficie, una capa de aire y el espacio; las flechas más anchas llevan más',
    co2: 'Dióxido de carbono',
    feedbacks: 'Responden el vapor de agua, el hielo y las nubes',
    space: 'espacio',
    layer: 'capa de aire',
    surface: 'superficie',
    sunlight: 'luz solar',
    infrared: 'infrarrojo',
    temperature: 'Superficie ahora',
    end: 'Superficie al final',
    change: 'Respecto a 280 ppm',
    in: 'Luz solar absorbida',
    out: 'Infrarrojo al espacio',
    surplus: 'Entra menos sale',
    years: 'Años',
    unit: 'W/m²',
    about:
      'Un modelo de balance de energía de una sola capa: toda la Tierra como una superficie bajo una capa de aire que deja pasar la luz solar. El dióxido de carbono actúa con los conocidos 3.7 W/m² por cada duplicación (Myhre y otros, 1998). Por sí solo eso calienta cerca de 1.1 °C; cuando responden el vapor de agua, el hielo y las nubes, el modelo se ajusta a 3 °C por duplicación, la mejor estimación del IPCC (2021; probable: de 2.5 a 4 °C). No tiene estaciones, lugares, tiempo meteorológico, otros gases ni océano profundo; por eso se estabiliza en pocos años, mientras que la Tierra real tarda siglos; lejos de 280 ppm es aproximado. Luz solar: 1361 W/m² (Kopp y Lean, 2011); el 30 % se refleja.',
    summary: (co2: string, end: string) => `Con ${co2} de dióxido de carbono la superficie se estabiliza en ${end}.`,
    moment: (years: string, now: string) => `Tras ${years} años está a ${now}.`,
  },
};

const TOP = 40;
const LAYER = { top: 148, bottom: 188 };
const GROUND = 320;
const THERMOMETER = { x: 448, top: 50, bottom: 270, min: -20, max: 30 };
const TUBE = { x: THERMOMETER.x - 7, y: THERMOMETER.top - 10, width: 14, height: THERMOMETER.bottom - THERMOMETER.top + 14, rx: 7 };
const YEARS_PER_SECOND = 4;

/** A block arrow whose width is proportional to an energy flow in W/m². */
function Flow({ x, from, to, value, color }: { x: number; from: number; to: number; value: number; color: Color }) {
  const half = Math.max(value, 0) / 26;
  const head = Math.sign(to - from) * Math.min(half * 1.3 + 6, Math.abs(to - from));
  return (
    <path
      d={`M${x - half} ${from}V${to - head}h${-half * 0.6 - 4}L${x} ${to}L${x + half * 1.6 + 4} ${to - head}h${-half * 0.6 - 4}V${from}z`}
      className={`d-solid-${color}`}
      opacity="0.85"
    />
  );
}

/** The Earth's energy balance with one layer of air, and the effect of carbon dioxide on it. */
export default function Greenhouse({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, runner } = useRunner({
    start: () => ({ years: 0, temperature: BASE_TEMPERATURE }),
    step: ({ years, temperature }, dt) => ({
      years: years + dt * YEARS_PER_SECOND,
      temperature: stepWarming(temperature, dt * YEARS_PER_SECOND, settings),
    }),
    dt: 1 / 60,
    stride: 0.25,
    autoPlay: true,
  });
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const celsius = (kelvin: number) => `${number(kelvin - 273.15, 1)} °C`;
  const now = flows(state.temperature, settings);
  const end = balance(settings);
  const rise = end - BASE_TEMPERATURE;
  const level = (value: number) =>
    THERMOMETER.bottom -
    ((Math.min(Math.max(value, THERMOMETER.min), THERMOMETER.max) - THERMOMETER.min) / (THERMOMETER.max - THERMOMETER.min)) *
      (THERMOMETER.bottom - THERMOMETER.top);
  const labels = [
    { x: 66, y: GROUND - 44, value: ARRIVING },
    { x: 122, y: TOP + 76, value: ARRIVING - ABSORBED },
    { x: 214, y: LAYER.bottom + 72, value: now.surface },
    { x: 214, y: TOP + 76, value: now.through },
    { x: 296, y: TOP + 76, value: now.air },
    { x: 330, y: LAYER.bottom + 72, value: now.air },
  ];

  const stage = (
    <Picture width={480} height={372} label={`${t.picture}. ${t.summary(`${settings.co2} ppm`, celsius(end))}`}>
      <rect width="480" height="372" className="d-paper" />
      <rect y={GROUND} width="480" height="52" className="d-fill-5" />
      <rect y={LAYER.top} width="410" height={LAYER.bottom - LAYER.top} className="d-fill-1" />
      <rect
        y={LAYER.top}
        width="410"
        height={LAYER.bottom - LAYER.top}
        className="d-solid-1"
        opacity={Math.min(Math.max(now.emissivity - 0.55, 0), 0.4)}
      />
      <circle cx="0" cy="0" r="46" className="d-fill-2" />
      <circle cx="0" cy="0" r="46" className="d-line-2" strokeWidth="2.5" fill="none" />
      <Flow x={66} from={26} to={GROUND} value={ARRIVING} color={2} />
      <Flow x={122} from={GROUND} to={TOP - 16} value={ARRIVING - ABSORBED} color={2} />
      <Flow x={214} from={GROUND} to={LAYER.bottom} value={now.surface} color={4} />
      <Flow x={214} from={LAYER.top} to={TOP - 16} value={now.through} color={4} />
      <Flow x={296} from={LAYER.top} to={TOP - 16} value={now.air} color={4} />
      <Flow x={330} from={LAYER.bottom} to={GROUND} value={now.air} color={4} />
      {labels.map(({ x, y, value }) => (
        <g key={`${x} ${y}`}>
          <rect x={x - 25} y={y - 17} width="50" height="25" rx="5" className="d-paper" />
          <text x={x} y={y} textAnchor="middle" className="d-text" fontWeight="700">
            {number(value)}
          </text>
        </g>
      ))}
      <text x="400" y={LAYER.bottom - 14} textAnchor="end" className="d-text" fontSize="0.9em">
        {t.layer}
      </text>
      <text x="94" y={GROUND + 24} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.sunlight}
      </text>
      <text x="272" y={GROUND + 24} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.infrared}
      </text>
      <text x="470" y={GROUND + 44} textAnchor="end" className="d-text" fontSize="0.9em">
        {t.surface}
      </text>
      <text x="12" y={GROUND + 44} className="d-text" fontSize="0.8em">
        {t.unit}
      </text>
      <text x="400" y="24" textAnchor="end" className="d-text" fontSize="0.9em">
        {t.space}
      </text>

      <rect {...TUBE} className="d-paper" />
      <rect {...TUBE} className="d-ink" strokeWidth="2" fill="none" />
      <path
        d={`M${THERMOMETER.x} ${THERMOMETER.bottom + 4}V${level(state.temperature - 273.15)}`}
        className="d-line-4"
        strokeWidth="7"
        fill="none"
      />
      <circle cx={THERMOMETER.x} cy={THERMOMETER.bottom + 10} r="13" className="d-solid-4" />
      {marks(6, 10, THERMOMETER.min).map((mark) => (
        <g key={mark}>
          <path d={`M${THERMOMETER.x - 8} ${level(mark)}h-7`} className="d-ink" strokeWidth="1.5" fill="none" />
          <text x={THERMOMETER.x - 18} y={level(mark) + 5} textAnchor="end" className="d-text" fontSize="0.8em">
            {number(mark)}
          </text>
        </g>
      ))}
      <text x={THERMOMETER.x} y="28" textAnchor="middle" className="d-text" fontSize="0.9em">
        °C
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
      summary={t.summary(`${settings.co2} ppm`, celsius(end))}
      moment={t.moment(number(state.years), celsius(state.temperature))}
      stage={stage}
      controls={
        <>
          <NumberControl label={t.co2} unit="ppm" language={language} {...field('co2')} />
          <SwitchControl label={t.feedbacks} {...field('feedbacks')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.temperature, value: celsius(state.temperature) },
            { label: t.end, value: celsius(end) },
            { label: t.change, value: `${rise > 0.05 ? '+' : ''}${number(rise, 1)} °C` },
            { label: t.in, value: `${number(ABSORBED, 1)} W/m²` },
            { label: t.out, value: `${number(now.out, 1)} W/m²` },
            { label: t.surplus, value: `${number(ABSORBED - now.out, 1)} W/m²` },
            { label: t.years, value: number(state.years) },
          ]}
        />
      }
    />
  );
}
