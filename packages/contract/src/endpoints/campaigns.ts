import {
  campaignStatuses,
  campaignSettingBounds as bounds,
  holds,
  MAX_VARIANTS,
  rateModes,
  recipientStates,
  resultFilters,
  waitReasons,
} from '@balcao/domain/campaign/campaign';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { languages } from '../kernel/languages.ts';
import {
  clockTime,
  done,
  id,
  idParams,
  noContent,
  onOff,
  onOffInput,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
  searchText,
  timestamp,
} from '../kernel/schemas.ts';
import { HealthBrief } from './connections.ts';
import { channel } from './contacts.ts';
import { placeholderValues } from './templates.ts';

export const MAX_CAMPAIGN_TEXT = 4096;
/** Recipients of one page of the report. */
export const RECIPIENT_PAGE = 50;
export const MAX_CAMPAIGN_VARIABLES = 50;

const Named = z.object({ id, name: z.string() });
const counted = z.number();

/** Recipients by outcome. A recipient is in exactly one of them. */
const CampaignCounts = z.object({
  /** All but those skipped. */
  recipients: counted,
  /** Not sent yet: planned, asked, confirmed or queued. */
  waiting: counted,
  /** Asked, and no answer yet; a part of `waiting`. */
  asked: counted,
  /** Sent, delivered or read. */
  sent: counted,
  failed: counted,
  declined: counted,
  skipped: counted,
  /** A part of `sent`. */
  replied: counted,
});
export type CampaignCounts = z.infer<typeof CampaignCounts>;

export const Forecast = z.object({
  /** Null: it does not end by itself, because of `reason`. */
  endsAt: timestamp.nullable(),
  reason: z.enum([...holds, 'no-hours', 'no-budget', 'no-date', 'too-far', 'asked']).nullable(),
  /** Messages a day in the company's time zone, at most 60 days: YYYY-MM-DD. */
  days: z.array(z.object({ date: z.string(), count: counted })),
  /** The budget, not the pace, decides the end. */
  isLimitedByBudget: z.boolean(),
});
export type Forecast = z.infer<typeof Forecast>;

const texts = {
  message1: z.string(),
  message2: z.string(),
  message3: z.string(),
  message4: z.string(),
  message5: z.string(),
  confirmationMessage1: z.string(),
  confirmationMessage2: z.string(),
  confirmationMessage3: z.string(),
  confirmationMessage4: z.string(),
  confirmationMessage5: z.string(),
};

export const Campaign = z.object({
  id,
  name: z.string(),
  ...texts,
  confirmation: z.boolean(),
  status: z.enum(campaignStatuses),
  scheduledAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  contactListId: id.nullable(),
  contactList: Named.extend({ contactsCount: counted }).nullable(),
  tagListId: id.nullable(),
  tag: Named.nullable(),
  /** The recipients of an earlier campaign with a certain outcome. */
  source: Named.extend({ filter: z.enum(resultFilters) }).nullable(),
  whatsappId: id.nullable(),
  whatsapp: Named.extend({ channel }).nullable(),
  userId: id.nullable(),
  user: Named.nullable(),
  queueId: id.nullable(),
  queue: Named.extend({ color: z.string() }).nullable(),
  statusTicket: z.enum(['closed', 'pending', 'open']),
  openTicket: onOff,
  /** File name. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(['image', 'video', 'audio', 'document']).nullable(),
  /** A signed URL. */
  mediaUrl: z.string().nullable(),
  /** Sent outside the reply window. */
  templateId: id.nullable(),
  templateValues: z.record(z.string(), z.string()),
  /** `account`: half of the account's rate limit instead of the intervals of the settings. */
  rateMode: z.enum(rateModes),
  /** Also within the hours of the recipient's time zone. */
  localHours: z.boolean(),
  /** An admin allowed people who never wrote to this number. */
  allowCold: z.boolean(),
  stoppedVariants: z.array(z.number()),
  /** Set while a running campaign sends nothing and time alone does not help. */
  hold: z
    .object({ reason: z.enum(holds), until: timestamp.nullable(), user: Named.nullable(), detail: z.string() })
    .nullable(),
  /** Set while a running campaign waits for a time. */
  waiting: z.object({ reason: z.enum(waitReasons), until: timestamp }).nullable(),
  /** All recipients are known. */
  isPlanned: z.boolean(),
  counts: CampaignCounts,
  /** Forecast end as of the last update; null without one. */
  endsAt: timestamp.nullable(),
  /** Which fields can be changed: all, all but the audience, or none. */
  editable: z.enum(['all', 'content', 'none']),
  author: Named.nullable(),
  createdAt: timestamp,
});
export type Campaign = z.infer<typeof Campaign>;

/** One recipient. The first names are those of the specification. */
export const Shipping = z.object({
  id: z.number(),
  campaignId: id,
  contactId: id.nullable(),
  /** Masked while the company hides numbers. */
  number: z.string(),
  name: z.string(),
  message: z.string(),
  confirmationMessage: z.string().nullable(),
  /** Null: not asked, or no answer yet. */
  confirmation: z.boolean().nullable(),
  confirmationRequestedAt: timestamp.nullable(),
  confirmedAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  state: z.enum(recipientStates),
  /** Why it was skipped, or the error code of a failure; empty otherwise. */
  reason: z.string(),
  /** 1 to 5; null before it was chosen, and for a template. */
  variant: z.number().nullable(),
  sentAt: timestamp.nullable(),
  readAt: timestamp.nullable(),
  repliedAt: timestamp.nullable(),
  optedOutAt: timestamp.nullable(),
  /** Not before this time; null when its time has come. */
  notBefore: timestamp.nullable(),
  /** The conversation of the message; null without one or when it opens none. */
  ticketId: id.nullable(),
});
export type Shipping = z.infer<typeof Shipping>;
/** With the first recipients; the others are in `recipients`. */
export const CampaignDetails = Campaign.extend({ shipping: z.array(Shipping) });
export type CampaignDetails = z.infer<typeof CampaignDetails>;

const text = plainText(MAX_CAMPAIGN_TEXT).default('');
/** YYYY-MM-DDTHH:mm in the company's time zone, or a time with its zone; empty without a date. */
const scheduledAt = z
  .union([
    z.literal(''),
    z.null(),
    z
      .string()
      .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-][01]\d:[0-5]\d)?$/)
      .refine((value) => !Number.isNaN(Date.parse(value)), { params: { rule: 'invalid' } }),
  ])
  .transform((value) => (value === '' ? null : value))
  .default(null);
const tagListId = z
  .union([z.literal('Nenhuma'), z.literal(''), z.null(), id])
  .transform((value) => (typeof value === 'number' ? value : null))
  .optional();

const draftFields = z.object({
  name: requiredText(2, 50),
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
  confirmation: z.boolean().default(false),
  scheduledAt,
  contactListId: optionalId,
  tagListId,
  whatsappId: id,
  userId: optionalId,
  queueId: optionalId,
  statusTicket: z.enum(['closed', 'pending', 'open']).default('closed'),
  openTicket: onOffInput.default('disabled'),
  templateId: optionalId,
  templateValues: placeholderValues,
  rateMode: z.enum(rateModes).default('settings'),
  localHours: z.boolean().default(false),
  allowCold: z.boolean().default(false),
  /** The name of the connection, typed by an admin who allows people who never wrote to this number. */
  coldConfirmation: plainText(100).default(''),
});
const needsQueue = {
  check: ({ userId, queueId }: { userId?: number | null | undefined; queueId?: number | null | undefined }) =>
    userId === null || userId === undefined || (queueId !== null && queueId !== undefined),
  error: { path: ['queueId'], params: { rule: 'required' } },
};
/** A user needs a queue. With a date it is scheduled, without one it stays inactive. */
export const CampaignDraft = draftFields.refine(needsQueue.check, needsQueue.error);
export type CampaignDraft = z.input<typeof CampaignDraft>;
/** A draft that may not be saved yet; `id` names the saved campaign whose attachment and results it uses. */
const CheckedDraft = draftFields.extend({ id: optionalId });

const SkippedCount = z.object({ reason: z.string(), count: counted });
const SampleRecipient = z.object({
  name: z.string(),
  number: z.string(),
  variant: z.number().nullable(),
  /** Final text, as this recipient reads it. */
  text: z.string(),
  confirmationText: z.string().nullable(),
  isTemplate: z.boolean(),
});
const Budget = z.object({
  /** People a day; null without a limit. */
  perDay: counted.nullable(),
  taken: counted,
  left: counted.nullable(),
  /** People whom this campaign reaches outside the reply window. */
  cost: counted,
  sharedWith: z.array(z.string()),
});
export const CampaignCheck = z.object({
  /** In the audience. */
  total: counted,
  /** Will receive it. */
  recipients: counted,
  skipped: z.array(SkippedCount),
  /** At most three. */
  samples: z.array(SampleRecipient),
  budget: Budget.nullable(),
  forecast: Forecast,
  /** What still prevents it from being sent: codes of the error catalogue. */
  problems: z.array(z.string()),
});
export type CampaignCheck = z.infer<typeof CampaignCheck>;

/** A share with its 95 % bounds. */
const Share = z.object({ count: counted, low: z.number(), high: z.number() });
const VariantReport = z.object({
  variant: z.number(),
  text: z.string(),
  sent: counted,
  delivered: Share,
  read: Share,
  replied: Share,
  optedOut: Share,
  failed: counted,
  isStopped: z.boolean(),
});
export const CampaignReport = z.object({
  campaign: Campaign,
  counts: CampaignCounts,
  /** Recipients by state. */
  states: z.record(z.enum(recipientStates), counted),
  /** Those skipped, and those that failed, by reason. */
  reasons: z.array(z.object({ state: z.enum(['skipped', 'failed']), reason: z.string(), count: counted })),
  /** Recipients with a valid number: all but those skipped as invalid or duplicate. */
  valid: counted,
  confirmationsAsked: counted,
  confirmed: counted,
  delivered: counted,
  read: counted,
  replied: counted,
  optedOut: counted,
  variants: z.array(VariantReport),
  /** The best variant differs from the others beyond chance, by replies. */
  hasDifference: z.boolean(),
  forecast: Forecast,
  startedAt: timestamp.nullable(),
  /** Pace and hours in use, for the side panel. */
  pace: z.object({
    messageInterval: z.number(),
    longerIntervalAfter: z.number(),
    greaterInterval: z.number(),
    startHour: z.string(),
    endHour: z.string(),
    sabado: z.boolean(),
    domingo: z.boolean(),
    timeZone: z.string(),
  }),
});
export type CampaignReport = z.infer<typeof CampaignReport>;

export const recipientTabs = ['all', 'waiting', 'asked', 'sent', 'read', 'failed', 'declined', 'skipped'] as const;
export type RecipientTab = (typeof recipientTabs)[number];

/** A campaign report as an xlsx file. */
export const CampaignExport = z.object({
  id,
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  rows: counted,
  /** Signed URL of the finished file; only for the user who requested it. */
  url: z.string().nullable(),
  createdAt: timestamp,
});
export type CampaignExport = z.infer<typeof CampaignExport>;

/** A key and its value as text; lists and objects as JSON. */
export const CampaignSetting = z.object({ id, key: z.string(), value: z.string(), companyId: id });
export type CampaignSetting = z.infer<typeof CampaignSetting>;

const seconds = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max));
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);
const CampaignVariable = z.object({
  /** Written as {key} in a message. */
  key: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u),
  value: plainText(1000),
});
export const CampaignSettingsDraft = z.object({
  messageInterval: seconds(bounds.messageInterval.min, bounds.messageInterval.max).optional(),
  longerIntervalAfter: seconds(bounds.longerIntervalAfter.min, bounds.longerIntervalAfter.max).optional(),
  greaterInterval: z.union([seconds(0, 0), seconds(bounds.greaterInterval.min, bounds.greaterInterval.max)]).optional(),
  variables: z
    .union([
      z.array(CampaignVariable).max(MAX_CAMPAIGN_VARIABLES),
      z
        .string()
        .max(100_000)
        .transform((json, context): unknown => {
          try {
            return JSON.parse(json) as unknown;
          } catch {
            context.addIssue({ code: 'custom', params: { rule: 'invalid' } });
            return z.NEVER;
          }
        })
        .pipe(z.array(CampaignVariable).max(MAX_CAMPAIGN_VARIABLES)),
    ])
    .optional(),
  sabado: flag.optional(),
  domingo: flag.optional(),
  startHour: clockTime.optional(),
  /** 24:00 is written as 00:00 of the next day and is not needed: 23:59 ends the day. */
  endHour: clockTime.optional(),
  refusalWords: plainText(1000).optional(),
});

const guard = z.int().min(1).max(100);
/** A connection with what campaigns need to know about it. */
export const CampaignConnection = z.object({
  id,
  name: z.string(),
  number: z.string(),
  channel,
  /** CONNECTED is online. */
  status: z.string(),
  health: HealthBrief,
  budget: Budget.omit({ cost: true }),
  /** A hold begins above these shares of failures and opt-outs. */
  failedPercent: guard,
  optedOutPercent: guard,
  /** Share of the usual rate, from 0 to 1; less than 1 after the channel asked to slow down. */
  share: z.number(),
  /** Campaigns that run or are on hold on it. */
  running: counted,
  hold: z.object({ reason: z.enum(holds), until: timestamp.nullable() }).nullable(),
});
export type CampaignConnection = z.infer<typeof CampaignConnection>;

const manage = 'campaign.manage';
const attached = z.object({ mensagem: z.string() });
const variant = z.int().min(1).max(MAX_VARIANTS);

export const campaigns = {
  list: get('/campaigns', {
    query: pageQuery.extend({ status: z.enum(campaignStatuses).optional() }),
    reply: page('records', Campaign).extend({
      /** Campaigns by status, for the tabs; of all, whatever is searched. */
      statusCounts: z.record(z.enum(campaignStatuses), counted),
    }),
    access: manage,
    support: false,
  }),
  show: get('/campaigns/:id', { params: idParams, reply: CampaignDetails, access: manage, support: false }),
  create: post('/campaigns', { body: CampaignDraft, reply: Campaign, access: manage }),
  /** Refused unless it is inactive, cancelled, or scheduled more than an hour ahead. */
  update: put('/campaigns/:id', { params: idParams, body: CampaignDraft, reply: Campaign, access: manage }),
  /** Refused while it runs. */
  remove: del('/campaigns/:id', { params: idParams, reply: done, access: manage }),
  /** Withdraws what is queued in the same transaction. */
  cancel: post('/campaigns/:id/cancel', { params: idParams, reply: noContent, access: manage, status: 204 }),
  restart: post('/campaigns/:id/restart', { params: idParams, reply: noContent, access: manage, status: 204 }),
  pause: post('/campaigns/:id/pause', { params: idParams, reply: noContent, access: manage, status: 204 }),
  /** Ends a hold. Refused while its cause remains. */
  continue: post('/campaigns/:id/continue', { params: idParams, reply: noContent, access: manage, status: 204 }),
  /** An image, video, audio or document; the message becomes its caption. */
  attach: post('/campaigns/:id/media-upload', {
    params: idParams,
    files: 'file',
    reply: attached,
    access: manage,
    rate: 'upload',
  }),
  detach: del('/campaigns/:id/media-upload', { params: idParams, reply: attached, access: manage }),
  /** What would happen: who is skipped and why, samples, budget and forecast. Changes nothing. */
  check: post('/campaigns/check', { body: CheckedDraft, reply: CampaignCheck, access: manage }),
  /** Sends one variant to a number of the user, without recording a recipient. */
  test: post('/campaigns/test', {
    body: CheckedDraft.extend({ number: requiredText(8, 50), variant: variant.default(1) }),
    reply: done,
    access: manage,
  }),
  forecast: get('/campaigns/:id/forecast', { params: idParams, reply: Forecast, access: manage, support: false }),
  report: get('/campaigns/:id/report', { params: idParams, reply: CampaignReport, access: manage, support: false }),
  /** A page of recipients. Send `next` as `after` until it is null. */
  recipients: get('/campaigns/:id/recipients', {
    params: idParams,
    query: z.object({
      tab: z.enum(recipientTabs).default('all'),
      searchParam: searchText,
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .default(0),
    }),
    reply: z.object({ recipients: z.array(Shipping), next: z.string().nullable() }),
    access: manage,
    support: false,
  }),
  /** A stopped variant is not chosen any more; the last one cannot be stopped. */
  stopVariant: post('/campaigns/:id/variants', {
    params: idParams,
    body: z.object({ variant, isStopped: z.boolean().default(true) }),
    reply: Campaign,
    access: manage,
  }),
  /** A new inactive campaign for the recipients with this outcome. */
  repeat: post('/campaigns/:id/repeat', {
    params: idParams,
    body: z.object({ filter: z.enum(resultFilters) }),
    reply: Campaign,
    access: manage,
  }),
  /** A workbook in this language. `withNumbers` shows hidden numbers in clear and is audited. */
  export: post('/campaigns/:id/export', {
    params: idParams,
    body: z.object({ withNumbers: z.boolean().default(false), language: z.enum(languages).default('pt') }),
    reply: CampaignExport,
    access: manage,
    rate: 'upload',
  }),
  exported: get('/campaign-exports/:id', { params: idParams, reply: CampaignExport, access: manage, support: false }),
  settings: get('/campaign-settings', { reply: z.array(CampaignSetting), access: manage }),
  saveSettings: post('/campaign-settings', {
    body: z.object({ settings: CampaignSettingsDraft }),
    reply: z.array(CampaignSetting),
    access: manage,
  }),
  connections: get('/campaign-connections', { reply: z.array(CampaignConnection), access: manage }),
  /** The guards of a connection. */
  saveGuards: put('/campaign-connections/:id', {
    params: idParams,
    body: z.object({ failedPercent: guard, optedOutPercent: guard }),
    reply: CampaignConnection,
    access: manage,
  }),
};
