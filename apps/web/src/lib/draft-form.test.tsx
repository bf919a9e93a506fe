import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useDraftForm } from './draft-form.ts';
import { ApiError } from './http.ts';

const Draft = z.object({
  name: z.string(),
  kind: z.string(),
  day: z.string(),
  options: z.record(z.string(), z.string()),
});
const invalid = (field: string) => ({ field, rule: 'required', message: 'Obrigatório' });
const refusal = (...fields: string[]) => new ApiError(400, 'ERR_VALIDATION', 'Confira', fields.map(invalid));

/** A form that shows the errors of `name` and, if chosen, of `options`; `kind` has no field. */
function renderForm(error: unknown, showsOptions = false) {
  const onError = vi.fn<(error: unknown) => void>();
  const save = vi.fn<() => Promise<void>>(() => (error === undefined ? Promise.resolve() : Promise.reject(error)));
  function Form() {
    const form = useDraftForm({
      schema: Draft,
      values: { name: '', kind: '', day: '', options: {} },
      save,
      onSaved: () => {},
      onError,
      fieldByCode: { ERR_TAKEN: ({ name }) => (name === 'b' ? 'options' : 'name') },
      fieldByApiName: { values: 'options' },
    });
    const { error: nameError, expected: _, ...name } = form.text('name');
    const { malformed, onMalformed } = form.date('day');
    return (
      <form onSubmit={form.submit}>
        <input aria-label="name" {...name} />
        <p>{`name: ${nameError}`}</p>
        {showsOptions && <p>{`options: ${form.error('options')}`}</p>}
        <button type="button" onClick={() => onMalformed('31/02/2027')}>{`day: ${malformed}`}</button>
        <button type="button" onClick={() => form.set('day')('')}>
          no day
        </button>
        <button type="submit">save</button>
      </form>
    );
  }
  render(<Form />);
  return { onError, save };
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'save' }));

describe('a draft form', () => {
  it('shows an error of the server at its field, without a toast', async () => {
    const { onError } = renderForm(refusal('name'));
    submit();
    expect(await screen.findByText('name: Obrigatório')).toBeVisible();
    expect(onError).not.toHaveBeenCalled();
  });

  it.each(['kind', 'other', 'values.body.1'])('reports an error at %s, which nothing shows', async (field) => {
    const { onError } = renderForm(refusal('name', field));
    submit();
    await waitFor(() =>
      expect(onError.mock.calls).toEqual([
        ['Não foi possível salvar: um campo que não aparece aqui tem um erro (Obrigatório).'],
      ]),
    );
  });

  it('reports the text of a code whose field is not shown', async () => {
    const error = new ApiError(409, 'ERR_TAKEN');
    const { onError } = renderForm(error);
    fireEvent.change(screen.getByLabelText('name'), { target: { value: 'b' } });
    submit();
    await waitFor(() => expect(onError.mock.calls).toEqual([[error]]));
  });

  it('shows a field that the API names otherwise', async () => {
    const { onError } = renderForm(refusal('values.body.1', 'values.body.2'), true);
    submit();
    expect(await screen.findByText('options: Obrigatório')).toBeVisible();
    expect(onError).not.toHaveBeenCalled();
  });

  it('is not saved with a date that does not exist, until there is none', async () => {
    const { save } = renderForm(undefined);
    fireEvent.click(screen.getByRole('button', { name: 'day: undefined' }));
    submit();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(save).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'no day' }));
    expect(await screen.findByRole('button', { name: 'day: undefined' })).toBeVisible();
    submit();
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
  });
});
