import { companySettingNames, MAX_SETTING_TEXT } from '@balcao/domain/settings/company-settings';
import { platformSettingNames } from '@balcao/domain/settings/platform-settings';
import { z } from 'zod';
import { get, post, put } from '../kernel/endpoint.ts';
import { companyParams, id, idParams, moment, plainText } from '../kernel/wire.ts';
import { weekSchedules } from './queues.ts';

const value = z.union([z.string(), z.boolean()]);
const column = z.enum(companySettingNames);
const platformKey = z.enum(platformSettingNames);
const SecretRow = z.object({ isSet: z.boolean(), last4: z.string() });
const SettingRow = z.object({
  id: z.number(),
  key: z.string(),
  /** A secret is told only as whether it is set and its last four characters. */
  value: z.union([z.string(), z.boolean(), SecretRow]).nullable(),
  companyId: id,
});

/** What can be taken back: every company setting, and the company's own hours and time zone. */
export const changeKeys = [...companySettingNames, 'schedules', 'timeZone'] as const;
const kept = z.union([value, weekSchedules]);
export const SettingChange = z.object({
  id,
  key: z.enum(changeKeys),
  from: kept,
  to: kept,
  at: moment,
  /** Null when that person is gone, or was the platform's. */
  user: z.object({ id, name: z.string() }).nullable(),
  /** The change that this one took back. */
  undoes: id.nullable(),
  /** The newest of its setting; an older one is overtaken. */
  canUndo: z.boolean(),
});
export type SettingChange = z.infer<typeof SettingChange>;

export const settings = {
  version: get('/version', { reply: z.object({ version: z.string() }), may: 'public' }),
  /** The id in the path is the wire's; the answer is always the caller's own company. */
  company: get('/companySettings/:companyId', {
    params: companyParams,
    reply: z.record(z.string(), value),
    may: 'settings.read',
    whenOverdue: true,
  }),
  companyOne: get('/companySettingOne', {
    query: z.object({ column }),
    reply: z.record(z.string(), value),
    may: 'settings.read',
  }),
  payment: get('/companySettingOnePayment', {
    query: z.object({ column: z.string().max(100).optional() }),
    reply: z.record(z.string(), z.boolean()),
    may: 'settings.read',
    whenOverdue: true,
  }),
  saveCompany: put('/companySettings', {
    body: z.object({ column, data: z.union([plainText(MAX_SETTING_TEXT), z.boolean()]) }),
    /** `changeId` is what a screen undoes by; null when nothing changed. */
    reply: z.object({
      response: z.literal(true),
      result: z.record(z.string(), value),
      changeId: id.nullable(),
    }),
    may: 'settings.manage',
  }),
  /** Who changed what, newest first; `before` is the last id of the page before. */
  changes: get('/companySettingChanges', {
    query: z.object({ before: idParams.shape.id.optional() }),
    reply: z.object({ changes: z.array(SettingChange), hasMore: z.boolean() }),
    may: 'settings.manage',
  }),
  /** Puts back what stood there before; itself a change that can be taken back. */
  undo: post('/companySettingChanges/:id/undo', {
    params: idParams,
    reply: SettingChange,
    may: 'settings.manage',
  }),
  list: get('/settings', { reply: z.array(SettingRow), may: 'settings.manage' }),
  shown: get('/setting/:key', {
    params: z.object({ key: z.string().max(100) }),
    reply: z.union([SettingRow, z.string()]),
    may: 'settings.read',
  }),
  savePlatform: put('/settings/:key', {
    params: z.object({ key: platformKey }),
    body: z.object({ key: platformKey.optional(), value: plainText(MAX_SETTING_TEXT) }),
    reply: SettingRow,
    may: 'platform-settings.manage',
  }),
  public: get('/public-settings/:key', {
    params: z.object({ key: z.string().max(100) }),
    /** Older clients send a token here; it opens nothing and is ignored. */
    query: z.object({ token: z.string().max(1000).optional() }),
    reply: z.string().nullable(),
    may: 'public',
  }),
};
