import { createContext } from 'react';

/** Errors of the surrounding form's fields, by name. */
export const FormErrorsContext = createContext<Readonly<Record<string, string | string[]>>>({});
