import { endpoints } from '@balcao/contract';
import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { Actor } from '@balcao/domain/policy/actor';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Companies } from './companies.ts';
import { presentCompany, presentHoliday, presentHours } from './companies.wire.ts';
import type { Holidays } from './holidays.ts';

/** Saves business hours with their change history; returns the change id, or null when nothing changed. */
export interface HourChanges {
  saveSchedules(actor: Actor, companyId: number, schedules: CompanyHours['schedules']): Promise<number | null>;
  saveTimeZone(actor: Actor, companyId: number, timeZone: string): Promise<number | null>;
}

export function companyRoutes(companies: Companies, holidays: Holidays, changes: HourChanges) {
  const changed = async (actor: Actor, companyId: number, changeId: number | null) => {
    const row = await companies.withPlan(actor, companyId);
    const { schedules, timeZone } = row.company;
    return { ...presentCompany(row), schedules, timeZone, changeId };
  };
  return handle('companies', endpoints.companies, {
    plan: async ({ actor, params }) => presentCompany(await companies.withPlan(actor, params.companyId)),
    hours: async ({ actor, params }) => presentHours(await companies.hours(actor, params.companyId)),
    saveSchedules: async ({ actor, params: { companyId }, body }) =>
      changed(actor, companyId, await changes.saveSchedules(actor, companyId, body.schedules)),
    saveTimeZone: async ({ actor, params: { companyId }, body }) =>
      changed(actor, companyId, await changes.saveTimeZone(actor, companyId, body.timeZone)),
    addHoliday: async ({ actor, body }) => presentHoliday(await holidays.add(actor, body)),
    addNationalDays: async ({ actor, body }) => (await holidays.addNational(actor, body.days)).map(presentHoliday),
    changeHoliday: async ({ actor, params, body }) => presentHoliday(await holidays.change(actor, params.id, body)),
    removeHoliday: async ({ actor, params }) => {
      await holidays.remove(actor, params.id);
      return { message: 'Holiday deleted' };
    },
  });
}
