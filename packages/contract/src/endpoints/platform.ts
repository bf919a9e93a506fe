import { RECURRENCE_MONTHS, type Recurrence } from '@balcao/domain/billing/price';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  companyParams,
  done,
  id,
  idParams,
  page,
  pageQuery,
  plainText,
  requiredText,
  timestamp,
} from '../kernel/schemas.ts';
import { UserDraft } from './access.ts';
import { Plan } from './companies.ts';
import { Connection, ConnectionChange, ConnectionDraft, connectionStatuses } from './connections.ts';

// The platform owner: companies, their use and their connections.

const Quantities = z.object({ users: z.number(), connections: z.number(), queues: z.number() });
const optionalText = z.string().nullable();

export const PlatformCompany = z.object({
  id,
  name: z.string(),
  email: optionalText,
  phone: optionalText,
  document: optionalText,
  paymentMethod: optionalText,
  planId: id,
  status: z.boolean(),
  dueDate: timestamp,
  recurrence: z.string(),
  addressStreet: optionalText,
  addressCity: optionalText,
  addressState: optionalText,
  /** Stored and shown; they limit nothing. */
  numberAttendants: z.number(),
  numberConections: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  lastLogin: timestamp.nullable(),
  /** Bytes and number of the stored files; null until the first count. */
  folderSize: z.number().nullable(),
  numberFileFolder: z.number().nullable(),
  updatedAtFolder: timestamp.nullable(),
  plan: Plan,
  /** Connections: the channel with the most, because the limit applies to each channel. */
  used: Quantities,
  allowed: Quantities,
  /** Nothing has been paid yet. */
  isTrial: z.boolean(),
  emailConfirmed: z.boolean(),
  /** When a deleted company is purged; until then it can be restored. */
  deleteAt: timestamp.nullable(),
});
export type PlatformCompany = z.infer<typeof PlatformCompany>;

const recurrence = z.enum(Object.keys(RECURRENCE_MONTHS) as [Recurrence, ...Recurrence[]]);
/** A date, or a time of which the date counts. */
const day = z
  .string()
  .max(40)
  .transform((text) => text.slice(0, 10))
  .pipe(calendarDay);
/** Forms send numbers as text. */
const quantity = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(10_000));
const emptyAsNull = (max: number) =>
  plainText(max)
    .trim()
    .nullable()
    .transform((text) => (text === '' ? null : text));

const fields = {
  name: requiredText(2, 50),
  email: UserDraft.shape.email,
  phone: emptyAsNull(30),
  document: emptyAsNull(30),
  paymentMethod: emptyAsNull(60),
  planId: id,
  status: z.boolean(),
  /** Empty: the trial days for a new company; unchanged for an existing one. */
  dueDate: z.union([z.literal('').transform(() => undefined), day]),
  recurrence,
  addressStreet: emptyAsNull(200),
  addressCity: emptyAsNull(120),
  addressState: emptyAsNull(60),
  numberAttendants: quantity,
  numberConections: quantity,
};
/** Omitted fields stay unchanged. A password is that of the user with the e-mail of the company. */
export const CompanyChange = z
  .object({ ...fields, password: z.union([z.literal('').transform(() => undefined), UserDraft.shape.password]) })
  .partial();
export const CompanyDraft = z
  .object(fields)
  .partial()
  .extend({
    name: fields.name,
    email: fields.email,
    planId: fields.planId,
    password: UserDraft.shape.password,
    /** Name of its first admin; the name of the company if it is missing. */
    companyUserName: plainText(50).optional(),
  });

export const companyFilters = ['all', 'current', 'ending', 'overdue', 'inactive'] as const;

const ConnectionCounts = z.object({ connected: z.number(), disconnected: z.number(), total: z.number() });
const ConnectionState = Connection.pick({ channel: true, status: true });
const CountedConnections = ConnectionCounts.extend({
  id,
  name: z.string(),
  /** Up to 12, those that do not work first. */
  connections: z.array(ConnectionState),
  /** The newest, that of a connection which does not work first. */
  lastChange: ConnectionState.extend({ at: timestamp }).nullable(),
});
export type CountedConnections = z.infer<typeof CountedConnections>;

const PlanRevenue = z.object({
  plans: z.array(z.object({ planId: id, monthlyCents: z.number() })),
  custom: z.object({
    companies: z.number(),
    monthlyCents: z.number(),
    min: z.number(),
    base: z.number(),
    perUser: z.number(),
    perConnection: z.number(),
  }),
});
export type PlanRevenue = z.infer<typeof PlanRevenue>;

/** Opaque: the `next` of the page before. */
const cursor = z.string().regex(/^[\w-]{1,600}$/);

const qrTicket = z.string().regex(/^[\w-]{1,600}\.[\w-]{1,100}$/);

export const platform = {
  /** Super users receive every company, by due date; others their own. */
  companies: get('/companies', {
    alias: '/companiesPlan',
    query: pageQuery.extend({ which: z.enum(companyFilters).default('all') }),
    reply: page('companies', PlatformCompany),
    access: 'session.use',
  }),
  /** The first 200 by due date; others than super users receive their own. */
  pickCompanies: get('/companies/list', { reply: z.array(PlatformCompany), access: 'session.use' }),
  /** Counts of the filters and the amounts of the cards, in cents. */
  numbers: get('/platform/numbers', {
    reply: z.object({
      counts: z.object({
        all: z.number(),
        current: z.number(),
        ending: z.number(),
        overdue: z.number(),
        inactive: z.number(),
      }),
      trialsEnding: z.number(),
      monthlyCents: z.number(),
      open: z.object({ count: z.number(), cents: z.number() }),
      late: z.object({ count: z.number(), cents: z.number() }),
    }),
    access: 'company.manage',
  }),
  /**
   * What paying companies bring a month, in cents, by plan. Companies with limits of their own are counted under `custom`
   * instead, with the monthly prices of a custom size: the smallest size, and each user and connection above it.
   */
  planRevenue: get('/platform/plan-revenue', {
    reply: PlanRevenue,
    access: 'company.manage',
  }),
  showCompany: get('/companies/:companyId', { params: companyParams, reply: PlatformCompany, access: 'session.use' }),
  createCompany: post('/companies', { body: CompanyDraft, reply: PlatformCompany, access: 'company.manage' }),
  updateCompany: put('/companies/:companyId', {
    params: companyParams,
    body: CompanyChange,
    reply: PlatformCompany,
    access: 'company.manage',
  }),
  /** Its name is typed to confirm. Inactive at once; it can be restored for seven days. */
  removeCompany: del('/companies/:companyId', {
    params: companyParams,
    query: z.object({ name: plainText(100) }),
    reply: PlatformCompany,
    access: 'company.manage',
  }),
  restoreCompany: post('/companies/:companyId/restore', {
    params: companyParams,
    reply: PlatformCompany,
    access: 'company.manage',
  }),
  /** One row for each of the last 31 days, newest first. */
  usage: get('/companies/:companyId/usage', {
    params: companyParams,
    reply: z.object({
      days: z.array(
        Quantities.extend({
          day: z.string(),
          tickets: z.number(),
          messages: z.number(),
          fileBytes: z.number(),
          fileCount: z.number(),
          countedAt: timestamp,
        }),
      ),
    }),
    access: 'company.manage',
  }),

  /**
   * Connections of up to 100 client companies by name, those with a problem first. `troubled`: one does not work. A search
   * finds the name of the company, and the name or number of a connection.
   */
  connections: get('/whatsapp/all', {
    query: z.object({
      session: z.enum(['0', '1']).optional(),
      searchParam: pageQuery.shape.searchParam,
      which: z.enum(['all', 'troubled']).default('all'),
      after: cursor.optional(),
    }),
    reply: z.object({
      companies: z.array(CountedConnections),
      next: z.string().nullable(),
      /** Connections of all client companies, also those of other pages. */
      total: ConnectionCounts.extend({
        /** With the last page; those with the most first. */
        channels: z.array(z.object({ channel: Connection.shape.channel, count: z.number() })).nullable(),
      }),
      counts: z.object({ all: z.number(), troubled: z.number() }),
    }),
    access: 'company.manage',
  }),
  companyConnections: get('/whatsapp-admin/:companyId', {
    params: companyParams,
    query: z.object({ session: z.enum(['0', '1']).optional() }),
    reply: z.array(Connection),
    access: 'company.manage',
  }),
  /** The limits of the plan apply. */
  addConnection: post('/whatsapp-admin/:companyId', {
    params: companyParams,
    body: ConnectionDraft,
    reply: Connection.extend({ qrTicket }),
    access: 'company.manage',
  }),
  /** As its company changes it: what it refers to belongs to the company. The history of the company names the super user. */
  updateConnection: put('/whatsapp-admin/:id', {
    params: idParams,
    body: ConnectionChange,
    reply: Connection,
    access: 'company.manage',
  }),
  /** Its conversations stay. The history of the company names the super user. */
  removeConnection: del('/whatsapp-admin/:id', { params: idParams, reply: done, access: 'company.manage' }),
  /** Starts a session, with a new QR code. */
  startSession: post('/whatsappsession/admin/:id', {
    params: idParams,
    reply: done.extend({ qrTicket }),
    access: 'company.manage',
  }),
  /** The QR code, only for the super user who started the session, in the same session. */
  qrCode: get('/whatsappsession/admin/:id', {
    params: idParams,
    query: z.object({ qrTicket }),
    reply: z.object({ status: z.enum(connectionStatuses), qrcode: z.string() }),
    access: 'company.manage',
  }),
  endSession: del('/whatsappsession/admin/:id', { params: idParams, reply: done, access: 'company.manage' }),
};
