import { endpoints } from '@balcao/contract';
import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { Actor } from '@balcao/domain/policy/actor';
import { handle } from '../../foundation/http/handle.ts';
import type { Companies } from './companies.ts';
import { showCompany, showHoliday, showHours } from './companies.wire.ts';
import type { Holidays } from './holidays.ts';

/** Where a company's decisions are kept with their history; answers the number of the change, null when there is none. */
export interface HourChanges {
  saveSchedules(actor: Actor, companyId: number, schedules: CompanyHours['schedules']): Promise<number | null>;
  saveTimeZone(actor: Actor, companyId: number, timeZone: string): Promise<number | null>;
}

export function companyRoutes(companies: Companies, holidays: Holidays, changes: HourChanges) {
  const changed = async (actor: Actor, companyId: number, changeId: number | null) => {
    const row = await companies.withPlan(actor, companyId);
    const { schedules, timeZone } = row.company;
    return { ...showCompany(row), schedules, timeZone, changeId };
  };
  return handle('companies', endpoints.companies, {
    plan: async ({ actor, params }) => showCompany(await companies.withPlan(actor, params.companyId)),
    hours: async ({ actor, params }) => showHours(await companies.hours(actor, params.companyId)),
    saveSchedules: async ({ actor, params: { companyId }, body }) =>
      changed(actor, companyId, await changes.saveSchedules(actor, companyId, body.schedules)),
    saveTimeZone: async ({ actor, params: { companyId }, body }) =>
      changed(actor, companyId, await changes.saveTimeZone(actor, companyId, body.timeZone)),
    addHoliday: async ({ actor, body }) => showHoliday(await holidays.add(actor, body)),
    addNationalDays: async ({ actor, body }) => (await holidays.addNational(actor, body.days)).map(showHoliday),
    changeHoliday: async ({ actor, params, body }) => showHoliday(await holidays.change(actor, params.id, body)),
    removeHoliday: async ({ actor, params }) => {
      await holidays.remove(actor, params.id);
      return { message: 'Holiday deleted' };
    },
  });
}
