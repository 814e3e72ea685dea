/** Props of a simulation, from the content item that names it. */
export interface SimulationProps {
  parameters: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Language of the item's text, not of the surrounding frame. */
  language: 'en' | 'es';
}

/** Props of an animation, from the video player. */
export interface AnimationProps {
  /** Seconds since the start, 0 ≤ time ≤ the item's duration. */
  time: number;
  language: 'en' | 'es';
}
