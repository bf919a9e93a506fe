import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { usualWeek, useHoursLabels, weekOf } from '../entities/hours/hours.ts';
import { setLanguage } from '../lib/language.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { hoursErrorOf, type DayHours } from './hours.ts';
import { UiProvider } from './index.ts';

function Editor({ start, checked }: { start: DayHours[]; checked: boolean }) {
  const [week, setWeek] = useState(start);
  useEffect(() => onWeekChange(week), [week]);
  return <HoursEditor label="Horário" labels={useHoursLabels()} value={week} onChange={setWeek} checked={checked} />;
}
let current: DayHours[] = [];
const onWeekChange = (week: DayHours[]) => {
  current = week;
};

function renderEditor({ start = usualWeek, checked = false } = {}) {
  render(
    <UiProvider>
      <Editor start={start} checked={checked} />
    </UiProvider>,
  );
  return userEvent.setup();
}
const day = (name: string) => screen.getByRole('group', { name });
const time = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const of = (weekdayEn: string) => {
  const { startTimeA, endTimeA, startTimeB, endTimeB } = current.find(
    (candidate) => candidate.weekdayEn === weekdayEn,
  )!;
  return [startTimeA, endTimeA, startTimeB, endTimeB];
};

describe('the hours editor', () => {
  it('starts with two shifts a day and accepts any minute [M-148]', async () => {
    const user = renderEditor();
    expect(within(screen.getByRole('group', { name: 'Horário' })).getAllByRole('group')).toHaveLength(7);
    expect(of('monday')).toEqual(['08:00', '12:00', '13:00', '18:00']);
    const end = time('Sexta-feira: fim do 2º turno');
    await user.clear(end);
    await user.type(end, '1737');
    expect(of('friday')[3]).toBe('17:37');
    await user.keyboard('{ArrowUp}');
    expect(of('friday')[3]).toBe('17:47');
    expect(of('thursday')[3]).toBe('18:00');
  });

  it('copies one day to the working days or to all days', async () => {
    const user = renderEditor();
    const start = time('Terça-feira: começo do 1º turno');
    await user.clear(start);
    await user.type(start, '0930');
    await user.click(within(day('Terça-feira')).getByRole('button', { name: /copiar/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copiar de segunda a sexta' }));
    expect(of('monday')[0]).toBe('09:30');
    expect(of('friday')[0]).toBe('09:30');
    expect(of('saturday')[0]).toBe('');
    await user.click(within(day('Terça-feira')).getByRole('button', { name: /copiar/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copiar para todos os dias' }));
    expect(of('sunday')[0]).toBe('09:30');
  });

  it('closes a day with one click and reopens it with its times', async () => {
    const user = renderEditor();
    const end = time('Quarta-feira: fim do 1º turno');
    await user.clear(end);
    await user.type(end, '1130');
    const open = screen.getByRole('switch', { name: 'Quarta-feira: aberto' });
    await user.click(open);
    expect(of('wednesday')).toEqual(['', '', '', '']);
    expect(within(day('Quarta-feira')).getByText('Fechado')).toBeVisible();
    expect(open).not.toBeChecked();
    await user.click(open);
    expect(of('wednesday')).toEqual(['08:00', '11:30', '13:00', '18:00']);
  });

  it('works with the keyboard alone', async () => {
    const user = renderEditor();
    await user.tab();
    expect(screen.getByRole('switch', { name: 'Segunda-feira: aberto' })).toHaveFocus();
    await user.tab();
    expect(time('Segunda-feira: começo do 1º turno')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(of('monday')[0]).toBe('07:50');
    await user.tab();
    await user.tab();
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(of('sunday')[0]).toBe('07:50');
  });

  it('shows an error at its field when the day is left', async () => {
    const user = renderEditor();
    const end = time('Segunda-feira: fim do 2º turno');
    await user.clear(end);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(time('Quinta-feira: começo do 1º turno'));
    expect(within(day('Segunda-feira')).getByRole('alert')).toHaveTextContent('Cada turno precisa de começo e fim');
    expect(end).toBeInvalid();
    expect(end).toHaveAccessibleDescription(/Cada turno precisa/);
    await user.type(end, '1230');
    expect(screen.getByRole('alert')).toHaveTextContent('O turno termina antes de começar.');
    await user.clear(end);
    await user.type(end, '18');
    await user.tab();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows every error after an attempt to save', () => {
    renderEditor({ start: usualWeek.map((hours) => ({ ...hours, startTimeB: '25:00' })), checked: true });
    expect(screen.getAllByRole('alert')).toHaveLength(7);
  });

  it('shows a day that a saved week does not contain as open all day', () => {
    const [monday] = weekOf(usualWeek.slice(1));
    expect(monday).toMatchObject({ weekdayEn: 'monday', startTimeA: '00:00', endTimeA: '23:59', startTimeB: '' });
    expect(weekOf([])).toEqual(usualWeek);
  });

  it('says that a shift over midnight ends on the next day [F-L8]', () => {
    const late = { ...usualWeek[4]!, startTimeB: '18:00', endTimeB: '02:00' };
    renderEditor({ start: usualWeek.with(4, late), checked: true });
    expect(within(day('Sexta-feira')).getByText('Passa da meia-noite e termina no dia seguinte.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('uses the user’s language', () => {
    setLanguage('es');
    renderEditor();
    expect(day('Miércoles')).toBeVisible();
    expect(time('Lunes: fin del 2.º turno')).toHaveValue('18:00');
  });
});

it.each([
  [['08:00', '12:00', '13:00', '18:00'], null],
  [['', '', '', ''], null],
  [['', '', '13:00', '18:00'], null],
  [['00:00', '23:59', '', ''], null],
  [['08:00', '12:00', '12:00', '18:00'], null],
  [['08:00', '', '13:00', '18:00'], { error: 'half', at: 'endTimeA' }],
  [['', '12:00', '', ''], { error: 'half', at: 'startTimeA' }],
  [['8', '12:00', '', ''], { error: 'time', at: 'startTimeA' }],
  [['08:00', '24:00', '', ''], { error: 'time', at: 'endTimeA' }],
  [['22:00', '02:00', '', ''], null],
  [['08:00', '12:00', '18:00', '02:00'], null],
  [['18:00', '02:00', '20:00', '21:00'], { error: 'overlap', at: 'startTimeB' }],
  [['08:00', '12:00', '13:00', '12:30'], { error: 'order', at: 'endTimeB' }],
  [['09:00', '09:00', '', ''], { error: 'order', at: 'endTimeA' }],
  [['08:00', '14:00', '13:00', '18:00'], { error: 'overlap', at: 'startTimeB' }],
])('the day %j has the error %j', ([startTimeA, endTimeA, startTimeB, endTimeB], expected) => {
  const typed = { startTimeA: startTimeA!, endTimeA: endTimeA!, startTimeB: startTimeB!, endTimeB: endTimeB! };
  expect(hoursErrorOf(typed)).toEqual(expected);
});
