/** Fake companies of the platform for the tests of their screen. */
import { endpoints } from '@balcao/contract/endpoints/index';
import type { PlatformCompany } from '@balcao/contract/endpoints/platform';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { aPlan } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS + 3_600_000).toISOString();
export const aCompany = (own: Partial<PlatformCompany> = {}): PlatformCompany => ({
  id: 14,
  name: 'Ótica Boa Vista',
  email: 'contato@example.com',
  phone: null,
  document: null,
  paymentMethod: null,
  planId: 1,
  status: true,
  dueDate: inDays(20),
  recurrence: 'MENSAL',
  addressStreet: null,
  addressCity: null,
  addressState: null,
  numberAttendants: 1,
  numberConections: 1,
  createdAt: '2026-03-02T12:00:00.000Z',
  updatedAt: '2026-03-02T12:00:00.000Z',
  lastLogin: null,
  folderSize: 1_932_735_283,
  numberFileFolder: 40,
  updatedAtFolder: null,
  plan: aPlan(),
  used: { users: 7, connections: 6, queues: 5 },
  allowed: { users: 10, connections: 8, queues: 10 },
  isTrial: false,
  emailConfirmed: true,
  deleteAt: null,
  ...own,
});
const numbers = {
  counts: { all: 3, current: 1, ending: 1, overdue: 1, inactive: 0 },
  trialsEnding: 1,
  monthlyCents: 148_400,
  open: { count: 2, cents: 29_800 },
  late: { count: 1, cents: 14_900 },
};

export const nothingToCheck = {
  held: [],
  disputes: [],
  payloads: [],
  counts: { held: 0, disputes: 0, payloads: 0 },
};

export function withCompanies(companies: PlatformCompany[]) {
  answer(endpoints.payments.toCheck, () => nothingToCheck);
  answer(endpoints.platform.numbers, () => numbers);
  answer(endpoints.plans.all, () => [{ ...aPlan(), isPublic: true, companies: 3 }]);
  answer(endpoints.platform.showCompany, ({ params }) => companies.find(({ id }) => id === params.companyId)!);
  return answer(endpoints.platform.companies, () => ({ companies, count: companies.length, hasMore: false }));
}
