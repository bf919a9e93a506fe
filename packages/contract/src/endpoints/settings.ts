import { companySettingNames, MAX_SETTING_TEXT } from '@balcao/domain/settings/company-settings';
import { platformSettingNames } from '@balcao/domain/settings/platform-settings';
import { z } from 'zod';
import { get, put } from '../kernel/endpoint.ts';
import { companyParams, id, plainText } from '../kernel/wire.ts';

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
    reply: z.object({ response: z.literal(true), result: z.record(z.string(), value) }),
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
