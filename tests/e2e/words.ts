/** The words of a message in the language in which the product opens for these tests. */
export const en = <Inputs extends object>(
  message: (inputs: Inputs, options: { locale: 'en' }) => string,
  inputs: Inputs = {} as Inputs,
): string => message(inputs, { locale: 'en' });
