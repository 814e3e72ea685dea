import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import type { Inspection } from '../../../developer/inspection.ts';
import { explainerMachine } from '../../../machines/developer/explainerMachine.ts';
import { Explainer } from './Explainer.tsx';

/** Puts "Why can't I?" onto the page, beside the product: it stays usable while a dialog is open. */
export function mountExplainer(inspection: Inspection): void {
  const place = document.createElement('div');
  // React Aria leaves such elements out when a dialog hides the page behind it.
  place.dataset.reactAriaTopLayer = 'true';
  document.body.append(place);
  const chart = createActor(explainerMachine).start();
  createRoot(place).render(<Explainer chart={chart} inspection={inspection} place={place} />);
}
