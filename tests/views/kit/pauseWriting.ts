import { act } from '@testing-library/react';
import type { SimulatedClock } from 'xstate';

/** The author pauses, after which the form saves its draft. */
export const pauseWriting = (clock: SimulatedClock): void => act(() => clock.increment(1_000));
