import { Suspense, useState } from 'react';
import { simulationNames } from '../../../common/simulationNames.ts';
import { m } from '../../paraglide/messages.js';
import { SettingsContext } from '../../simulations/parameters.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { simulationByName } from '../player/models.ts';
import { usePreferences } from '../shell/preferences.ts';
import type { BodyFieldsProps } from './ItemBodyFields.tsx';

const names: Readonly<Record<(typeof simulationNames)[number], () => string>> = {
  'gas-particles': m.itemEditor_model_gas_particles,
  'density-float': m.itemEditor_model_density_float,
  'collision-carts': m.itemEditor_model_collision_carts,
  pendulum: m.itemEditor_model_pendulum,
  'wave-string': m.itemEditor_model_wave_string,
  circuit: m.itemEditor_model_circuit,
  'energy-track': m.itemEditor_model_energy_track,
  'punnett-square': m.itemEditor_model_punnett_square,
  'food-web': m.itemEditor_model_food_web,
  osmosis: m.itemEditor_model_osmosis,
  'plate-motion': m.itemEditor_model_plate_motion,
  greenhouse: m.itemEditor_model_greenhouse,
  orrery: m.itemEditor_model_orrery,
  'moon-phases': m.itemEditor_model_moon_phases,
  seasons: m.itemEditor_model_seasons,
};

/** The model of an item, with its controls as students find them. */
export default function ModelFields({ body, onChange }: BodyFieldsProps<'interactive'>) {
  const { language } = usePreferences();
  const { simulation, parameters } = body;
  const Simulation = simulationByName.get(simulation);
  /** The settings that came from the model itself. After others, such as undone ones, it begins anew. */
  const [own, setOwn] = useState('');
  const [begun, setBegun] = useState(0);
  const given = JSON.stringify([simulation, parameters]);
  if (given !== own) {
    setOwn(given);
    setBegun(begun + 1);
  }
  return (
    <Stack gap={4} align="stretch">
      <Select
        label={m.itemEditor_simulation()}
        value={simulation}
        options={simulationNames.map((name) => ({ key: name, label: names[name]() }))}
        onChange={(name) => onChange({ ...body, simulation: name, parameters: {} }, 'simulation', false)}
      />
      <Stack gap={2} align="stretch">
        <Text isBold size={2}>
          {m.itemEditor_settings()}
        </Text>
        <Text tone="soft" size={2}>
          {m.itemEditor_settings_help()}
        </Text>
        {Simulation ? (
          <SettingsContext
            value={(settings) => {
              setOwn(JSON.stringify([simulation, settings]));
              onChange({ ...body, parameters: settings }, 'settings', true);
            }}
          >
            <Suspense fallback={<Skeleton shape="card" count={1} />}>
              <Simulation key={begun} parameters={parameters} language={language === 'es' ? 'es' : 'en'} />
            </Suspense>
          </SettingsContext>
        ) : null}
      </Stack>
    </Stack>
  );
}
