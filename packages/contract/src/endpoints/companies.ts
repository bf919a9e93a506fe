import { isTimeZone } from '@balcao/domain/settings/time-zone';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  clockTime,
  companyParams,
  done,
  id,
  idParams,
  timestamp,
  requiredText,
} from '../kernel/schemas.ts';
import { weekSchedules } from './queues.ts';

export const Plan = z.object({
  id,
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** Decimal text, in reais. */
  amount: z.string(),
  useWhatsapp: z.boolean(),
  useFacebook: z.boolean(),
  useInstagram: z.boolean(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;

export const CompanyWithPlan = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  status: z.boolean(),
  dueDate: timestamp,
  createdAt: timestamp,
  phone: z.string().nullable(),
  document: z.string().nullable(),
  lastLogin: timestamp.nullable(),
  plan: Plan,
});

const Shift = z
  .object({ start: clockTime, end: clockTime })
  .refine(({ start, end }) => start < end, { path: ['end'], params: { rule: 'tooSmall' } });
/** A date with a year, or a yearly month and day. Both must exist in a calendar. */
const holidayDay = z.union([
  calendarDay,
  z
    .string()
    .regex(/^\d{2}-\d{2}$/)
    .refine((text) => calendarDay.safeParse(`2024-${text}`).success, { params: { rule: 'invalid' } }),
]);
const MAX_SHIFTS = 4;
const HolidayDraft = z.object({
  day: holidayDay,
  name: requiredText(2, 80),
  /** Null means closed all day. */
  hours: z.array(Shift).min(1).max(MAX_SHIFTS).nullable(),
});
export type HolidayDraft = z.input<typeof HolidayDraft>;
export const Holiday = HolidayDraft.extend({ id });
export type Holiday = z.infer<typeof Holiday>;

export const CompanyHours = z.object({
  schedules: weekSchedules,
  timeZone: z.string(),
  holidays: z.array(Holiday),
});
export type CompanyHours = z.infer<typeof CompanyHours>;
const CompanyWithHours = CompanyWithPlan.extend({
  schedules: weekSchedules,
  timeZone: z.string(),
  /** Id for undoing the change; null when nothing changed. */
  changeId: id.nullable(),
});

export const companies = {
  hours: get('/companies/:companyId/schedules', {
    params: companyParams,
    reply: CompanyHours,
    access: 'settings.read',
  }),
  saveSchedules: put('/companies/:companyId/schedules', {
    params: companyParams,
    body: z.object({ schedules: weekSchedules }),
    reply: CompanyWithHours,
    access: 'settings.manage',
    support: true,
  }),
  saveTimeZone: put('/companies/:companyId/time-zone', {
    params: companyParams,
    body: z.object({
      timeZone: z
        .string()
        .max(60)
        .refine(isTimeZone, { params: { rule: 'choice' } }),
    }),
    reply: CompanyWithHours,
    access: 'settings.manage',
    support: true,
  }),
  addHoliday: post('/company-holidays', {
    body: HolidayDraft,
    reply: Holiday,
    access: 'settings.manage',
    support: true,
    status: 201,
  }),
  /** Adds the chosen national holidays of Brazil; existing days stay unchanged. */
  addNationalDays: post('/company-holidays/national', {
    body: z.object({ days: z.array(calendarDay).min(1).max(40) }),
    reply: z.array(Holiday),
    access: 'settings.manage',
    support: true,
    status: 201,
  }),
  changeHoliday: put('/company-holidays/:id', {
    params: idParams,
    body: HolidayDraft,
    reply: Holiday,
    access: 'settings.manage',
    support: true,
  }),
  removeHoliday: del('/company-holidays/:id', {
    params: idParams,
    reply: done,
    access: 'settings.manage',
    support: true,
  }),
  plan: get('/companies/listPlan/:companyId', {
    params: companyParams,
    reply: CompanyWithPlan,
    access: 'session.use',
    whenOverdue: true,
  }),
};
