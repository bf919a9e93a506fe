import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import {
  ColorField,
  MultiSelectField,
  PasswordField,
  SearchBox,
  SearchPick,
  SelectField,
  SwitchRow,
  Tabs,
  TextField,
  TimeField,
  UiProvider,
  type Option,
  type Pickable,
} from './index.ts';

const renderUi = (element: React.ReactNode) => ({
  user: userEvent.setup(),
  ...render(<UiProvider>{element}</UiProvider>),
});

const queues: Option<number>[] = [
  { value: 1, label: 'Suporte', color: '#1c7ed6' },
  { value: 2, label: 'Vendas', color: '#2f9e44' },
  { value: 3, label: 'Pós-venda', color: '#0c8599' },
];

describe('a text field', () => {
  it('announces its error to screen readers', () => {
    renderUi(<TextField label="E-mail" error="E-mail inválido" hint="Como em nome@example.com" />);
    const field = screen.getByLabelText('E-mail');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(/^E-mail inválido/);
  });

  it('keeps its hint beside the error and says what is expected [F-U35]', () => {
    renderUi(
      <TextField
        label="Nome da fila"
        error="Muito curto!"
        expected="Use ao menos 2 caracteres."
        hint="Os clientes veem este nome"
      />,
    );
    expect(screen.getByText('Muito curto!')).toBeVisible();
    expect(screen.getByLabelText('Nome da fila')).toHaveAccessibleDescription(
      'Muito curto! Use ao menos 2 caracteres. Os clientes veem este nome',
    );
  });

  it('shows the password on request', async () => {
    const { user } = renderUi(<PasswordField label="Senha" />);
    expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Mostrar a senha' }));
    expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'text');
  });
});

describe('a time field', () => {
  const time = () => screen.getByLabelText('Início') as HTMLInputElement;

  it('inserts the colon and completes short times', async () => {
    const { user } = renderUi(<TimeField label="Início" />);
    await user.type(time(), '0830');
    expect(time().value).toBe('08:30');
    await user.clear(time());
    await user.type(time(), '7');
    await user.tab();
    expect(time().value).toBe('07:00');
  });

  it('changes by ten minutes with the arrow keys, across midnight', async () => {
    const onChange = vi.fn<(value: unknown) => void>();
    const { user } = renderUi(
      <TimeField label="Início" defaultValue="23:55" onChange={(event) => onChange(event.target.value)} />,
    );
    await user.click(time());
    await user.keyboard('{ArrowUp}');
    expect(time().value).toBe('00:05');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(onChange).toHaveBeenLastCalledWith('23:45');
  });
});

describe('a date field', () => {
  const day = () => screen.getByLabelText('Dia') as HTMLInputElement;

  it('is typed as day, month and year, and reports yyyy-mm-dd [F-dates]', async () => {
    const onChange = vi.fn<(value: string) => void>();
    const { user } = renderUi(<DateField label="Dia" onChange={(event) => onChange(event.target.value)} />);
    await user.type(day(), '25122026');
    expect(day().value).toBe('25/12/2026');
    expect(onChange).toHaveBeenLastCalledWith('2026-12-25');
  });

  it('shows the value of a form and a changed one [F-dates]', () => {
    const { rerender } = renderUi(<DateField label="Dia" value="2026-12-05" onChange={() => {}} />);
    expect(day().value).toBe('05/12/2026');
    rerender(
      <UiProvider>
        <DateField label="Dia" value="2027-01-02" onChange={() => {}} />
      </UiProvider>,
    );
    expect(day().value).toBe('02/01/2027');
  });

  it('says what is expected of a day that does not exist [F-dates] [F-U35]', async () => {
    const { user } = renderUi(<DateField label="Dia" hint="O dia da festa" />);
    await user.type(day(), '31042026');
    await user.tab();
    expect(day()).toHaveAccessibleDescription(
      'Esta data não existe Use dia, mês e ano, como 25/12/2026. O dia da festa',
    );
  });
});

describe('a select field', () => {
  it('returns the chosen value unchanged', async () => {
    const onChange = vi.fn<(value: unknown) => void>();
    const { user } = renderUi(<SelectField label="Fila" options={queues} value={1} onChange={onChange} />);
    await user.click(screen.getByRole('combobox', { name: 'Fila' }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    expect(onChange).toHaveBeenCalledWith(2);
  });

  it('works with the keyboard alone', async () => {
    const onChange = vi.fn<(value: unknown) => void>();
    const { user } = renderUi(<SelectField label="Fila" options={queues} value={1} onChange={onChange} />);
    await user.tab();
    await user.keyboard('p');
    expect(onChange).toHaveBeenLastCalledWith(3);
    await user.keyboard('{Enter}');
    await screen.findByRole('option', { name: 'Vendas' });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(2));
  });

  it('with several values adds by accent-insensitive search, and removes by button and Backspace', async () => {
    function Queues() {
      const [value, setValue] = useState([1]);
      return (
        <>
          <MultiSelectField label="Filas" options={queues} value={value} onChange={setValue} />
          <output>{value.join(',')}</output>
        </>
      );
    }
    const { user } = renderUi(<Queues />);
    await user.type(screen.getByRole('combobox', { name: 'Filas' }), 'pos');
    await user.click(await screen.findByRole('option', { name: 'Pós-venda' }));
    expect(screen.getByRole('status')).toHaveTextContent('1,3');
    await user.click(screen.getByRole('button', { name: 'Remover Suporte' }));
    expect(screen.getByRole('status')).toHaveTextContent('3');
    await user.click(screen.getByRole('combobox', { name: 'Filas' }));
    await user.keyboard('{Backspace}');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

it('a color is a swatch or a code, with or without the #', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  const { user } = renderUi(<ColorField label="Cor" value="" onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: 'Vermelho' }));
  expect(onChange).toHaveBeenLastCalledWith('#e03131');
  await user.type(screen.getByLabelText('Código hexadecimal'), 'a4cccc');
  expect(onChange).toHaveBeenLastCalledWith('#a4cccc');
});

it('a switch has the role switch, and its text belongs to it', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  const { user } = renderUi(
    <SwitchRow label="Atender grupos" text="Mostra a aba Grupos." checked={false} onChange={onChange} />,
  );
  expect(screen.getByRole('switch', { name: 'Atender grupos' })).toHaveAccessibleDescription('Mostra a aba Grupos.');
  await user.click(screen.getByText('Atender grupos'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

it('tabs move with the arrow keys', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  const { user } = renderUi(
    <Tabs
      tabs={[
        { key: 'general', label: 'Geral' },
        { key: 'permissions', label: 'Permissões' },
      ]}
      active="general"
      onChange={onChange}
    />,
  );
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(onChange).toHaveBeenCalledWith('permissions');
  expect(within(screen.getByRole('tablist')).getByRole('tab', { name: 'Geral' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

describe('the search box', () => {
  function Search({ onChange }: { onChange: (value: string) => void }) {
    const [value, setValue] = useState('');
    return (
      <>
        <SearchBox
          value={value}
          placeholder="Buscar tags"
          label="Buscar"
          onChange={(next) => (onChange(next), setValue(next))}
        />
        <button onClick={() => setValue('')}>Limpar filtros</button>
      </>
    );
  }

  it('reports the text 500 ms after the last key, not earlier [M-044]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    const onChange = vi.fn<(value: unknown) => void>();
    render(
      <UiProvider>
        <Search onChange={onChange} />
      </UiProvider>,
    );
    await user.type(screen.getByLabelText('Buscar'), 'vip');
    await vi.advanceTimersByTimeAsync(450);
    expect(onChange).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('vip');
  });

  it('is focused with / and emptied at once with Esc', async () => {
    const onChange = vi.fn<(value: unknown) => void>();
    const { user } = renderUi(<Search onChange={onChange} />);
    await user.keyboard('/vip');
    expect(screen.getByLabelText('Buscar')).toHaveValue('vip');
    await user.keyboard('{Escape}');
    expect(screen.getByLabelText('Buscar')).toHaveValue('');
    expect(onChange).toHaveBeenLastCalledWith('');
  });

  it('follows a value that is changed from outside', async () => {
    const { user } = renderUi(<Search onChange={() => {}} />);
    await user.type(screen.getByLabelText('Buscar'), 'vip{Enter}');
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(screen.getByLabelText('Buscar')).toHaveValue('');
  });
});

function ContactSearch() {
  const [chosen, setChosen] = useState<Pickable | null>(null);
  const [typed, setTyped] = useState('');
  return (
    <SearchPick
      label="Contato"
      placeholder="Nome"
      clearLabel="Trocar"
      options={[{ id: 1, label: 'Helena Prado' }]}
      chosen={chosen}
      onChoose={setChosen}
      typed={typed}
      onType={setTyped}
    />
  );
}

it('a search for one entry keeps the focus when its field is replaced by the choice, and back', async () => {
  const { user } = renderUi(<ContactSearch />);
  await user.type(screen.getByRole('combobox', { name: 'Contato' }), 'hel{Enter}');
  expect(screen.getByRole('group', { name: 'Contato' })).toContainElement(document.activeElement as HTMLElement);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('combobox', { name: 'Contato' })).toHaveFocus();
});
