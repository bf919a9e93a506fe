/** Fake settings, hours and actions for the tests of the settings screen. */
import { endpoints } from '@balcao/contract/endpoints/index';
import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { SettingChange } from '@balcao/contract/endpoints/settings';
import {
  companySettingNames,
  companySettings,
  type CompanySetting,
  type SettingValue,
} from '@balcao/domain/settings/company-settings';
import { fireEvent, screen } from '@testing-library/react';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
// The screen is lazy; loading it here keeps the first test from waiting for it.
import './settings-page.tsx';

type Values = Record<CompanySetting, SettingValue>;
const defaults = () =>
  Object.fromEntries(companySettingNames.map((name) => [name, companySettings[name].default])) as Values;

/** Fake server that stores settings and their history for the duration of the test. */
export function withSettings(own: Partial<Values> = {}) {
  const values: Values = { ...defaults(), requiredTag: 'enabled', transferMessage: 'Já te passo.', ...own };
  const changes: SettingChange[] = [];
  answer(endpoints.settings.company, () => values);
  const saved = answer(endpoints.settings.saveCompany, ({ body: { column, data } }) => {
    changes.unshift({
      id: changes.length + 1,
      key: column,
      from: values[column],
      to: data,
      at: '2026-11-15T14:30:00.000Z',
      user: { id: 1, name: 'Marina Lopes' },
      undoes: null,
      canUndo: true,
    });
    values[column] = data;
    return { response: true as const, result: { [column]: data }, changeId: changes[0]!.id };
  });
  answer(endpoints.settings.changes, () => ({ changes, hasMore: false }));
  const undone = answer(endpoints.settings.undo, ({ params }) => {
    const change = changes.find(({ id }) => id === params.id)!;
    values[change.key as CompanySetting] = change.from as SettingValue;
    change.canUndo = false;
    const undo = { ...change, id: 90, from: change.to, to: change.from, undoes: change.id, canUndo: true };
    changes.unshift(undo);
    return undo;
  });
  return { values, changes, saved, undone };
}
export function withHours(own: Partial<CompanyHours> = {}) {
  const hours: CompanyHours = { schedules: [], timeZone: 'America/Sao_Paulo', holidays: [], ...own };
  answer(endpoints.companies.hours, () => structuredClone(hours));
  return hours;
}
export const open = async (as = anAdmin(), path = '/settings') => {
  const { user, router } = renderScreen(path, { as });
  await screen.findByRole('heading', { name: 'Configurações' });
  return { user, router };
};
/** Sets the whole value at once; single keystrokes are not tested here. */
export const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const row = async (name: string) => screen.findByRole('switch', { name });
export const state = (control: HTMLElement) => control.parentElement!;
