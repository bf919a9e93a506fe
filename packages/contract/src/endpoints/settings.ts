import { companySettingNames, MAX_SETTING_TEXT } from '@balcao/domain/settings/company-settings';
import { platformSettingNames } from '@balcao/domain/settings/platform-settings';
import { z } from 'zod';
import { get, post, put } from '../kernel/endpoint.ts';
import { companyParams, id, idParams, timestamp, plainText } from '../kernel/schemas.ts';
import { weekSchedules } from './queues.ts';

export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
const MAX_CERTIFICATE_BYTES = 100 * 1024;
export const logoModes = ['Light', 'Dark', 'Favicon'] as const;
/** Whom the certificate is for; the only destination so far. */
export const CERTIFICATE_REFERENCE = 'certificadoEfi';

const value = z.union([z.string(), z.boolean()]);
const column = z.enum(companySettingNames);
const platformKey = z.enum(platformSettingNames);
const SecretRow = z.object({ isSet: z.boolean(), last4: z.string() });
const SettingRow = z.object({
  id: z.number(),
  key: z.string(),
  /** For a secret: only whether it is set, and its last four characters. */
  value: z.union([z.string(), z.boolean(), SecretRow]).nullable(),
  companyId: id,
});

/** Changes that can be undone: every company setting, the business hours and the time zone. */
export const changeKeys = [...companySettingNames, 'schedules', 'timeZone'] as const;
const storedValue = z.union([value, weekSchedules]);
export const SettingChange = z.object({
  id,
  key: z.enum(changeKeys),
  from: storedValue,
  to: storedValue,
  at: timestamp,
  /** Null if the user was removed or belongs to the platform. */
  user: z.object({ id, name: z.string() }).nullable(),
  /** The change that this change undid. */
  undoes: id.nullable(),
  /** Only the newest change of a setting can be undone. */
  canUndo: z.boolean(),
});
export type SettingChange = z.infer<typeof SettingChange>;

export const settings = {
  version: get('/version', { reply: z.object({ version: z.string() }), access: 'public' }),
  /** The id in the path is ignored; the response is the caller's own company. */
  company: get('/companySettings/:companyId', {
    params: companyParams,
    reply: z.record(z.string(), value),
    access: 'settings.read',
    whenOverdue: true,
  }),
  companyOne: get('/companySettingOne', {
    query: z.object({ column }),
    reply: z.record(z.string(), value),
    access: 'settings.read',
  }),
  payment: get('/companySettingOnePayment', {
    query: z.object({ column: z.string().max(100).optional() }),
    reply: z.record(z.string(), z.boolean()),
    access: 'settings.read',
    support: false,
    whenOverdue: true,
  }),
  saveCompany: put('/companySettings', {
    body: z.object({ column, data: z.union([plainText(MAX_SETTING_TEXT), z.boolean()]) }),
    /** `changeId` is the id for undoing; null when nothing changed. */
    reply: z.object({
      response: z.literal(true),
      result: z.record(z.string(), value),
      changeId: id.nullable(),
    }),
    access: 'settings.manage',
    support: true,
  }),
  /** Changes, newest first; `before` is the last id of the previous page. */
  changes: get('/companySettingChanges', {
    query: z.object({ before: idParams.shape.id.optional() }),
    reply: z.object({ changes: z.array(SettingChange), hasMore: z.boolean() }),
    access: 'settings.manage',
  }),
  /** Restores the previous value; this is a change that can be undone too. */
  undo: post('/companySettingChanges/:id/undo', {
    params: idParams,
    reply: SettingChange,
    access: 'settings.manage',
    support: true,
  }),
  list: get('/settings', { reply: z.array(SettingRow), access: 'settings.manage' }),
  shown: get('/setting/:key', {
    params: z.object({ key: z.string().max(100) }),
    reply: z.union([SettingRow, z.string()]),
    access: 'settings.read',
  }),
  savePlatform: put('/settings/:key', {
    params: z.object({ key: platformKey }),
    body: z.object({ key: platformKey.optional(), value: plainText(MAX_SETTING_TEXT) }),
    reply: SettingRow,
    access: 'platform-settings.manage',
  }),
  /** A logo or the icon of tabs. The reply is the name below /public; saving an empty setting removes the picture. */
  uploadLogo: post('/settings-whitelabel/logo', {
    // Checked by the server itself: a wrong mode or type is answered with 406.
    body: z.object({ typeArch: plainText(50).optional(), mode: plainText(50).optional() }),
    optionalFiles: 'file',
    maxFileBytes: MAX_LOGO_BYTES,
    reply: z.string(),
    access: 'platform-settings.manage',
    rate: 'upload',
  }),
  /** The client certificate of a payment provider. It is never returned. */
  uploadCertificate: post('/settings/cert-upload', {
    query: z.object({ ref: plainText(50).optional() }),
    optionalFiles: 'file',
    maxFileBytes: MAX_CERTIFICATE_BYTES,
    body: z.object({ passphrase: plainText(200).optional() }),
    reply: z.object({ mensagem: z.literal('Arquivo Anexado'), expiresAt: timestamp.nullable() }),
    access: 'platform-settings.manage',
    rate: 'upload',
  }),
  certificate: get('/settings-certificate', {
    reply: z.object({ isSet: z.boolean(), expiresAt: timestamp.nullable(), subject: z.string().nullable() }),
    access: 'platform-settings.manage',
  }),
  public: get('/public-settings/:key', {
    params: z.object({ key: z.string().max(100) }),
    /** Older clients send a token here; it is ignored. */
    query: z.object({ token: z.string().max(1000).optional() }),
    reply: z.string().nullable(),
    access: 'public',
  }),
};
