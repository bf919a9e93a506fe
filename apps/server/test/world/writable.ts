import type { CallName } from './calls.ts';

const told = ['event_log +'];
const audited = [...told, 'audit_log +'];
const seat = ['users.is_online', 'users.last_seen_at', 'users.updated_at'];
const signedIn = [
  'sessions +',
  'refresh_tokens +',
  'directory +',
  'companies.last_login_at',
  'companies.updated_at',
  'rate_limits +',
  ...seat,
  ...audited,
];

/**
 * What the sample of each write may change: `+` a row comes, `-` one goes, else the column. Whatever a caller slips in
 * besides must not make this longer.
 */
export const writable: Partial<Record<CallName, string[]>> = {
  'settings.saveCompany': [
    'company_settings.value',
    'company_settings.updated_at',
    'company_settings.updated_by',
    ...audited,
  ],
  'settings.savePlatform': [
    'platform_settings +',
    'platform_settings.value',
    'platform_settings.updated_at',
    'audit_log +',
  ],

  'tags.create': ['tags +', ...told],
  'tags.update': ['tags.name', ...told],
  'tags.remove': ['tags -', ...audited],

  'access.signIn': signedIn,
  'access.refresh': [
    'refresh_tokens +',
    'refresh_tokens.used_at',
    'directory +',
    'sessions.expires_at',
    'rate_limits +',
  ],
  'access.signOut': ['sessions.ended_at', 'sessions.ended_because', ...seat, ...told],
  'access.signOutEverywhere': ['sessions.ended_at', 'sessions.ended_because', ...seat, ...told],
  'access.createUser': ['users +', 'directory +', ...audited],
  'access.updateUser': ['users.name', 'users.updated_at', ...audited],
  'access.removeUser': ['users -', 'directory -', ...audited],
  'access.keepListWidth': ['users.list_width', 'users.updated_at', ...told],
  'access.pictureOfUser': ['users.picture_key', 'users.updated_at', 'files +', 'rate_limits +', ...told],

  'queues.create': ['queues +', ...told],
  'queues.update': ['queues.name', 'queues.updated_at', ...told],
  'queues.remove': ['queues -', ...audited],
};
