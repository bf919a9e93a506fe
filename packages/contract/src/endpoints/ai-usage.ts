import { z } from 'zod';
import { get, put } from '../kernel/endpoint.ts';
import { calendarDay, id, requiredText, timestamp } from '../kernel/schemas.ts';
import { modelProviders } from './prompts.ts';

/** Days of one report. */
export const MAX_USAGE_DAYS = 93;

/** What a call was made for. */
export const usagePurposes = ['answer', 'try', 'transcription', 'speech'] as const;
export const usageOutcomes = ['done', 'notSent', 'refused', 'unknown'] as const;

/** Calls and their cost in millionths of a real. Calls of models without a price cost nothing here and are counted apart. */
const Figures = z.object({
  calls: z.number(),
  failedCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  seconds: z.number(),
  characters: z.number(),
  costMicros: z.number(),
  unpricedCalls: z.number(),
});
export type AiFigures = z.infer<typeof Figures>;
/** Null name: it was deleted. Null id: none. */
const Subject = z.object({ id: id.nullable(), name: z.string().nullable() });

/** The cost of a month, the calls of a day, the answers of a conversation, and the calls for a contact in an hour. */
export const aiCeilings = ['month', 'day', 'conversation', 'contactHour'] as const;
export type AiCeiling = (typeof aiCeilings)[number];

/** Null: no ceiling. */
const AiCeilings = z.object({
  /** Cost of a calendar month, in cents. */
  monthCents: z.int().min(0).max(100_000_000).nullable(),
  callsPerDay: z.int().min(0).max(1_000_000).nullable(),
  turnsPerConversation: z.int().min(1).max(20),
  callsPerContactHour: z.int().min(1).max(1000),
});
export type AiCeilings = z.infer<typeof AiCeilings>;
const CeilingState = AiCeilings.extend({
  /** This month, in millionths of a real: spent, and reserved for calls in progress. */
  spentMicros: z.number(),
  reservedMicros: z.number(),
  callsToday: z.number(),
  /** Notifications to admins this month, oldest first. 80 %: only for the ceilings of the month and of a day. */
  notices: z.array(z.object({ ceiling: z.enum(aiCeilings), percent: z.literal([80, 100]), at: timestamp })),
});
export type AiCeilingState = z.infer<typeof CeilingState>;

/** Prices in millionths of a real; 0 for units that the model does not use. */
const Price = z.object({
  provider: z.enum([...modelProviders, 'speech']),
  /** The model, or the beginning of its name followed by `*`. */
  model: requiredText(1, 100).regex(/^[\w.:/@-]+\*?$/),
  inputPerMillion: z.int().min(0).max(1_000_000_000_000),
  outputPerMillion: z.int().min(0).max(1_000_000_000_000),
  perMinute: z.int().min(0).max(1_000_000_000),
  perMillionCharacters: z.int().min(0).max(1_000_000_000_000),
});
export type AiPrice = z.infer<typeof Price>;
const Prices = z.object({ prices: z.array(Price).max(500) });

export const aiUsage = {
  /** Whole days in the time zone of the company; at most a quarter. Default: this month. */
  report: get('/ai-usage', {
    query: z.object({ from: calendarDay.optional(), to: calendarDay.optional() }),
    reply: z.object({
      from: calendarDay,
      to: calendarDay,
      total: Figures,
      byPrompt: z.array(Figures.extend({ prompt: Subject })),
      byFlow: z.array(Figures.extend({ flow: Subject })),
      byDay: z.array(Figures.extend({ day: calendarDay })),
      byModel: z.array(Figures.extend({ provider: z.string(), model: z.string() })),
    }),
    access: 'prompt.manage',
  }),
  ceilings: get('/ai-usage/ceilings', { reply: CeilingState, access: 'prompt.manage' }),
  setCeilings: put('/ai-usage/ceilings', { body: AiCeilings, reply: CeilingState, access: 'prompt.manage' }),
  /** Prices of the platform, for all companies. */
  prices: get('/ai-prices', { reply: Prices, access: 'platform-settings.manage' }),
  /** Replaces all prices. Calls that were made keep their cost. */
  setPrices: put('/ai-prices', { body: Prices, reply: Prices, access: 'platform-settings.manage' }),
};
