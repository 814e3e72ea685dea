import { fireEvent, screen, within } from '@testing-library/react';

/** Gives an arbitrary answer to the open question of any type, by mouse. */
export async function answerOpenQuestion(): Promise<void> {
  const question = await screen.findByRole('group', { name: /^A .* question$/ });
  const all = within(question);
  const choice = all.queryAllByRole('radio')[0] ?? all.queryAllByRole('checkbox')[0];
  const field = all.queryByRole('textbox');
  const move = all.queryAllByRole('button', { name: /^Move down/ })[0];
  if (choice) fireEvent.click(choice);
  else if (field) fireEvent.change(field, { target: { value: '150' } });
  else if (move) fireEvent.click(move);
  else {
    const select = all.getAllByRole('combobox')[0] as HTMLSelectElement;
    fireEvent.change(select, { target: { value: (select.options[1] as HTMLOptionElement).value } });
  }
}
