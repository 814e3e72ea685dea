import { createContext } from 'react';

/** What is wrong with the fields of the form around them, by their names. */
export const FormErrorsContext = createContext<Readonly<Record<string, string | string[]>>>({});
