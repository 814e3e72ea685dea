import { createContext, use, useState } from 'react';
import type { SimulationProps } from './types.ts';

/** A number set with a slider, in the unit of its label. */
export interface NumberParameter {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly initial: number;
}

/** One of a few named choices. */
export interface ChoiceParameter<Option extends string = string> {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  readonly initial: Option;
}

/** Yes or no. */
export interface SwitchParameter {
  readonly kind: 'switch';
  readonly initial: boolean;
}

/** The parameters of a simulation that a content item may set and a user may change. */
export type ParameterSpecs = Readonly<Record<string, NumberParameter | ChoiceParameter | SwitchParameter>>;

/** The values of a set of parameters. */
export type Settings<Specs extends ParameterSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends NumberParameter
    ? number
    : Specs[Name] extends ChoiceParameter<infer Option>
      ? Option
      : boolean;
};

type Given = SimulationProps['parameters'];

/** Gets the settings whenever a user changes them: the form of an item stores them as those that students begin with. */
export const SettingsContext = createContext<((settings: Record<string, string | number | boolean>) => void) | null>(null);

/** @returns why `value` is invalid, in words for the content author; undefined if it is valid. */
function problemOf(spec: ParameterSpecs[string], value: Given[string]): string | undefined {
  if (spec.kind === 'number') {
    const fits = typeof value === 'number' && value >= spec.min && value <= spec.max;
    return fits ? undefined : `must be a number from ${spec.min} to ${spec.max}`;
  }
  if (spec.kind === 'choice') {
    return spec.options.some((option) => option === value) ? undefined : `must be one of ${spec.options.join(', ')}`;
  }
  return typeof value === 'boolean' ? undefined : 'must be true or false';
}

/**
 * Validates a content item's parameters.
 * @returns one sentence for each unknown or invalid parameter; empty if all are valid.
 */
export function checkParameters(specs: ParameterSpecs, given: Given): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const spec = specs[name];
    if (!spec) return [`"${name}" is not a parameter here: use ${Object.keys(specs).join(', ') || 'none'}`];
    const problem = problemOf(spec, value);
    return problem ? [`"${name}" ${problem}, not ${JSON.stringify(value)}`] : [];
  });
}

/** @returns the given values where valid, else the specification's initial ones. */
export function settingsFrom<Specs extends ParameterSpecs>(specs: Specs, given: Given): Settings<Specs> {
  const entries = Object.entries(specs).map(([name, spec]) => {
    const value = given[name];
    return [name, value === undefined || problemOf(spec, value) ? spec.initial : value];
  });
  return Object.fromEntries(entries) as Settings<Specs>;
}

/** Settings that start from a content item's parameters and change by user input. */
export function useSettings<Specs extends ParameterSpecs>(specs: Specs, given: Given) {
  const [settings, setSettings] = useState(() => settingsFrom(specs, given));
  const onSettings = use(SettingsContext);
  const set = <Name extends keyof Specs>(name: Name, value: Settings<Specs>[Name]) => {
    setSettings((now) => ({ ...now, [name]: value }));
    onSettings?.({ ...settings, [name]: value });
  };
  return {
    settings,
    problems: checkParameters(specs, given),
    set,
    restore() {
      setSettings(settingsFrom(specs, given));
    },
    /** Properties of a control that shows and changes one setting. */
    field<Name extends keyof Specs>(name: Name) {
      return {
        spec: specs[name],
        value: settings[name],
        onChange: (value: Settings<Specs>[Name]) => set(name, value),
      };
    },
  };
}
