/** The form of a campaign: its values, what they become on the wire, and which step a field belongs to. */
import { CampaignDraft, type Campaign } from '@balcao/contract/endpoints/campaigns';
import { MAX_VARIANTS } from '@balcao/domain/campaign/campaign';
import { instantOf } from '@balcao/domain/hours/hours';
import { z } from 'zod';
import { areFilled, type PlaceholderKeys } from '../../../entities/templates/placeholder-rule.ts';

/** A select has no null: 0 stands for no choice. */
export const NONE = 0;
export const variants = Array.from({ length: MAX_VARIANTS }, (_, at) => (at + 1) as 1 | 2 | 3 | 4 | 5);
export const steps = ['data', 'message', 'after', 'review'] as const;
export type Step = (typeof steps)[number];

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const text = z.string().max(4096);
const choice = z.number();
const CampaignFields = z
  .object({
    name: z.string().trim().min(2).max(50),
    whatsappId: choice.refine((id) => id !== NONE, { params: { rule: 'required' } }),
    audience: z.enum(['list', 'tag', 'results']),
    contactListId: choice,
    tagListId: choice,
    /** Empty: saved without a date. */
    day: z.string(),
    time: z.string(),
    messages: z.array(text),
    confirmation: z.boolean(),
    confirmations: z.array(text),
    templateId: choice,
    templateValues: z.record(z.string(), z.string()),
    opensTicket: z.boolean(),
    userId: choice,
    queueId: choice,
    statusTicket: z.enum(['closed', 'pending', 'open']),
    rateMode: z.enum(['settings', 'account']),
    localHours: z.boolean(),
    allowCold: z.boolean(),
    coldConfirmation: z.string(),
  })
  .refine(({ opensTicket, userId, queueId }) => !opensTicket || userId === NONE || queueId !== NONE, {
    path: ['queueId'],
    params: { rule: 'required' },
  })
  .refine(({ day, time }) => time === '' || day !== '', { path: ['day'], params: { rule: 'required' } })
  .refine(({ day, time }) => day === '' || TIME.test(time), {
    path: ['time'],
    params: { rule: 'required' },
  });
export type CampaignValues = z.infer<typeof CampaignFields>;
export const campaignForm = (keys: PlaceholderKeys) =>
  CampaignFields.refine(({ templateId, templateValues }) => templateId === NONE || areFilled(keys, templateValues), {
    path: ['templateValues'],
    params: { rule: 'required' },
  });

export const stepOf = (field: string): Step => {
  const name = field.split('.')[0]!;
  if (['messages', 'confirmation', 'confirmations', 'templateId', 'templateValues'].includes(name)) return 'message';
  if (['opensTicket', 'userId', 'queueId', 'statusTicket'].includes(name)) return 'after';
  return 'data';
};

const empty = (): string[] => variants.map(() => '');
export const newValues = (): CampaignValues => ({
  name: '',
  whatsappId: NONE,
  audience: 'list',
  contactListId: NONE,
  tagListId: NONE,
  day: '',
  time: '',
  messages: empty(),
  confirmation: false,
  confirmations: empty(),
  templateId: NONE,
  templateValues: {},
  opensTicket: false,
  userId: NONE,
  queueId: NONE,
  statusTicket: 'closed',
  rateMode: 'settings',
  localHours: false,
  allowCold: false,
  coldConfirmation: '',
});

export function valuesOf(campaign: Campaign, timeZone: string): CampaignValues {
  const [day = '', time = ''] = campaign.scheduledAt ? localParts(campaign.scheduledAt, timeZone) : [];
  return {
    name: campaign.name,
    whatsappId: campaign.whatsappId ?? NONE,
    audience: campaign.source ? 'results' : campaign.tagListId === null ? 'list' : 'tag',
    contactListId: campaign.contactListId ?? NONE,
    tagListId: campaign.tagListId ?? NONE,
    day,
    time,
    messages: variants.map((variant) => campaign[`message${variant}`]),
    confirmation: campaign.confirmation,
    confirmations: variants.map((variant) => campaign[`confirmationMessage${variant}`]),
    templateId: campaign.templateId ?? NONE,
    templateValues: campaign.templateValues,
    opensTicket: campaign.openTicket === 'enabled',
    userId: campaign.userId ?? NONE,
    queueId: campaign.queueId ?? NONE,
    statusTicket: campaign.statusTicket,
    rateMode: campaign.rateMode,
    localHours: campaign.localHours,
    allowCold: campaign.allowCold,
    coldConfirmation: '',
  };
}

/** A copy has no date and no permission for cold contacts. The results of a campaign belong to the original alone. */
export const copyOf = (values: CampaignValues, name: string): CampaignValues => ({
  ...values,
  name,
  audience: values.audience === 'results' ? 'list' : values.audience,
  day: '',
  time: '',
  allowCold: false,
});

export function draftFrom(values: CampaignValues, timeZone: string): CampaignDraft {
  const idOrNull = (id: number) => (id === NONE ? null : id);
  const [message1 = '', message2 = '', message3 = '', message4 = '', message5 = ''] = values.messages;
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = values.confirmations;
  const hasDate = /^\d{4}-\d\d-\d\d$/.test(values.day) && TIME.test(values.time);
  return {
    name: values.name,
    message1,
    message2,
    message3,
    message4,
    message5,
    confirmation: values.confirmation,
    confirmationMessage1: first,
    confirmationMessage2: second,
    confirmationMessage3: third,
    confirmationMessage4: fourth,
    confirmationMessage5: fifth,
    scheduledAt: hasDate ? instantOf(`${values.day}T${values.time}`, timeZone).toISOString() : null,
    contactListId: values.audience === 'list' ? idOrNull(values.contactListId) : null,
    tagListId: values.audience === 'tag' ? idOrNull(values.tagListId) : null,
    whatsappId: values.whatsappId,
    userId: values.opensTicket ? idOrNull(values.userId) : null,
    queueId: values.opensTicket ? idOrNull(values.queueId) : null,
    statusTicket: values.statusTicket,
    openTicket: values.opensTicket ? 'enabled' : 'disabled',
    templateId: idOrNull(values.templateId),
    templateValues: values.templateId === NONE ? {} : values.templateValues,
    rateMode: values.rateMode,
    localHours: values.localHours,
    allowCold: values.allowCold,
    coldConfirmation: values.coldConfirmation,
  };
}

function localParts(at: string, timeZone: string): [day: string, time: string] {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
  return [parts.slice(0, 10), parts.slice(11, 16)];
}
