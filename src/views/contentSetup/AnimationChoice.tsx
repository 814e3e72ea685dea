import { type AnimationName, animationNames } from '../../../common/simulationNames.ts';
import { m } from '../../paraglide/messages.js';
import { Select } from '../../ui/Select.tsx';

const labels: Readonly<Record<AnimationName, () => string>> = {
  'heating-ice': m.itemEditor_animation_heating_ice,
  'balanced-forces': m.itemEditor_animation_balanced_forces,
  'transverse-wave': m.itemEditor_animation_transverse_wave,
  'blood-flow': m.itemEditor_animation_blood_flow,
  'water-cycle': m.itemEditor_animation_water_cycle,
  'eclipse-geometry': m.itemEditor_animation_eclipse_geometry,
};

/** The animation of a video, of those that exist. */
export default function AnimationChoice({ value, onChange }: { value: string | undefined; onChange: (animation: string) => void }) {
  return (
    <Select
      label={m.itemEditor_animation()}
      value={value ?? ''}
      options={animationNames.map((name) => ({ key: name, label: labels[name]() }))}
      onChange={onChange}
    />
  );
}
