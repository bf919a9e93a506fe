import { callFailures } from '@balcao/domain/flow/service-call';
import { integrationTypes } from '@balcao/domain/integration/integration-types';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  id,
  idParams,
  noContent,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
  timestamp,
} from '../kernel/schemas.ts';

/** Far above what a company connects by hand. */
export const MAX_INTEGRATIONS = 100;
/** A service account file of Google has about 2,400 characters. */
export const MAX_JSON_CONTENT_LENGTH = 20_000;

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const;

const Named = z.object({ id, name: z.string() });

/** What every user sees of an integration, for pickers. */
export const IntegrationBrief = Named.extend({ type: z.enum(integrationTypes) });
export type IntegrationBrief = z.infer<typeof IntegrationBrief>;
/** What sends customers to an integration. */
export const IntegrationUses = z.object({
  connections: z.array(Named),
  queues: z.array(Named),
  options: z.array(Named.extend({ queueId: id, queueName: z.string() })),
  flows: z.array(Named),
});
export type IntegrationUses = z.infer<typeof IntegrationUses>;
/** After five failures in a row a service is not called for a while. */
const Breaker = z.object({
  isOpen: z.boolean(),
  /** When the next call is tried; null while it is closed. */
  until: timestamp.nullable(),
  /** Why the last call failed; null after a success. */
  lastReason: z.enum(callFailures).nullable(),
});
/** The newest call of a conversation that ended; tests do not count. */
const LastCall = z.object({
  at: timestamp,
  /** Null after a success. */
  reason: z.enum(callFailures).nullable(),
  ms: z.number().nullable(),
});

export const Integration = IntegrationBrief.extend({
  projectName: z.string(),
  /** `client_email` of the stored service account; null while there is none. The file itself is never returned. */
  serviceAccountEmail: z.string().nullable(),
  language: z.enum(integrationLanguages),
  /** Address of the receiver, or of Typebot's viewer. */
  urlN8N: z.string(),
  typebotSlug: z.string(),
  /** Milliseconds between two replies. */
  typebotDelayMessage: z.number(),
  /** Minutes without a message until a new session starts; 0: never. */
  typebotExpires: z.number(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotRestartMessage: z.string(),
  typebotUnknownMessage: z.string(),
  /** Flow that an integration of type flowbuilder starts. Null: none is chosen, or it was deleted. */
  flowId: id.nullable(),
  flow: Named.nullable(),
  /** Header that the receiver of webhooks asks for; empty: none. Its value is never returned. */
  headerName: z.string(),
  hasHeaderValue: z.boolean(),
  /** Last characters of the key that signs webhooks; null for types without webhooks. */
  signingSecretLast4: z.string().nullable(),
  breaker: Breaker,
  lastCall: LastCall.nullable(),
  usedBy: IntegrationUses,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Integration = z.infer<typeof Integration>;
/** After saving: `signingSecret` is returned when it was generated, and never again. */
export const SavedIntegration = Integration.extend({ signingSecret: z.string().nullable() });
export type SavedIntegration = z.infer<typeof SavedIntegration>;

const jsonContent = plainText(MAX_JSON_CONTENT_LENGTH);
const projectName = z
  .string()
  .trim()
  .regex(/^(?:[a-z][a-z0-9-]{4,28}[a-z0-9])?$/);
const fields = {
  type: z.enum(integrationTypes),
  name: requiredText(2, 50),
  projectName,
  /** Write-only: the service account file. Omitted or empty: the stored one stays. */
  jsonContent,
  language: z.enum(integrationLanguages),
  /** Without user name and fragment. */
  urlN8N: z
    .string()
    .trim()
    .regex(/^(?:https?:\/\/[^\s#@\\]{3,480})?$/)
    .refine((url) => url === '' || URL.canParse(url), { params: { rule: 'invalid' } }),
  typebotSlug: z
    .string()
    .trim()
    .regex(/^[\w-]{0,120}$/),
  typebotDelayMessage: z.int().min(0).max(30_000),
  typebotExpires: z.int().min(0).max(43_200),
  typebotKeywordFinish: plainText(50).trim(),
  typebotKeywordRestart: plainText(50).trim(),
  typebotRestartMessage: plainText(4096),
  typebotUnknownMessage: plainText(4096),
  flowId: optionalId,
  headerName: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{0,60}$/),
  /** Write-only. Omitted or empty: the stored one stays; with another address it must be typed again. */
  headerValue: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{0,500}$/),
};
const IntegrationDraft = z.object({
  ...fields,
  projectName: fields.projectName.default(''),
  jsonContent: fields.jsonContent.default(''),
  language: fields.language.default('pt-BR'),
  urlN8N: fields.urlN8N.default(''),
  typebotSlug: fields.typebotSlug.default(''),
  typebotDelayMessage: fields.typebotDelayMessage.default(1000),
  typebotExpires: fields.typebotExpires.default(1),
  typebotKeywordFinish: fields.typebotKeywordFinish.default(''),
  typebotKeywordRestart: fields.typebotKeywordRestart.default(''),
  typebotRestartMessage: fields.typebotRestartMessage.default(''),
  typebotUnknownMessage: fields.typebotUnknownMessage.default(''),
  headerName: fields.headerName.default(''),
  headerValue: fields.headerValue.default(''),
});
const IntegrationChange = z.object(fields).partial();

const SessionTest = z.object({
  projectName: projectName.min(1),
  jsonContent: jsonContent.min(1),
  language: fields.language.default('pt-BR'),
});
/** What a test call showed. Nothing is sent to a customer. */
export const IntegrationTested = z.object({
  outcome: z.enum(['done', 'failed']),
  /** Null unless it failed. */
  reason: z.enum(callFailures).nullable(),
  /** HTTP status of a webhook's receiver; null for bots, and where there was no answer. */
  status: z.number().nullable(),
  /** What the bot answered; for files their address. */
  replies: z.array(z.object({ type: z.enum(['text', 'image', 'video', 'audio']), text: z.string() })),
  choices: z.array(z.string()),
  ms: z.number(),
});
export type IntegrationTested = z.infer<typeof IntegrationTested>;

/** `message`: a customer wrote. `test`: a user of the company tries the integration. */
export const webhookEvents = ['message', 'test'] as const;
export const deliveryStates = ['queued', 'calling', 'done', 'failed', 'unknown'] as const;
/** What a conversation sent to a receiver, or asked of a bot. Contents are not listed. */
export const Delivery = z.object({
  /** The receiver of a webhook gets it as `X-Balcao-Delivery`. */
  id: z.uuid(),
  at: timestamp,
  kind: z.enum(['webhook', 'bot']),
  event: z.enum(webhookEvents),
  ticketId: id.nullable(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** HTTP status of the last attempt; null if there was no answer. */
  status: z.number().nullable(),
  reason: z.enum(callFailures).nullable(),
  /** Duration of the last attempt; null before it ended. */
  ms: z.number().nullable(),
  /** Calls of bots are not repeated. */
  canResend: z.boolean(),
});
export type Delivery = z.infer<typeof Delivery>;
/** Calls of the last 24 hours that ended. */
const LastDay = z.object({
  calls: z.number(),
  done: z.number(),
  /** 95 of 100 calls took at most this long; null without calls. */
  p95Ms: z.number().nullable(),
  /** Calls that began in each of the last 24 hours, the oldest first. */
  perHour: z.array(z.number()),
});
export type LastDay = z.infer<typeof LastDay>;
const deliveryParams = z.object({ id: idParams.shape.id, deliveryId: z.uuid() });

const manage = 'integration.manage';

export const integrations = {
  /**
   * Admins of plans with integrations receive the whole row, other users id, name and type. The newest first.
   * `failing` keeps those whose last call failed, that are paused, or whose flow cannot start; briefs are not filtered.
   */
  list: get('/queueIntegration', {
    query: pageQuery.extend({ failing: z.enum(['true', 'false']).default('false') }),
    reply: page('queueIntegrations', z.union([Integration, IntegrationBrief])).extend({
      /** Failing integrations among all that match the search; 0 for users who receive briefs. */
      failingCount: z.number(),
    }),
    access: 'integration.pick',
  }),
  show: get('/queueIntegration/:id', { params: idParams, reply: Integration, access: manage }),
  create: post('/queueIntegration', { body: IntegrationDraft, reply: SavedIntegration, access: manage }),
  /** Omitted fields stay unchanged. */
  update: put('/queueIntegration/:id', {
    params: idParams,
    body: IntegrationChange,
    reply: SavedIntegration,
    access: manage,
    status: 201,
  }),
  /** One in use is refused with ERR_INTEGRATION_IN_USE; its `error` lists the uses as JSON (`IntegrationUses`). */
  remove: del('/queueIntegration/:id', { params: idParams, reply: noContent, access: manage }),
  /** Replaces the key that signs webhooks. The former one is no longer used. */
  rotateSecret: post('/queueIntegration/:id/secret', {
    params: idParams,
    reply: z.object({ signingSecret: z.string() }),
    access: manage,
  }),
  /** Sends one greeting to Dialogflow with a service account that is not stored. */
  testSession: post('/queueIntegration/testSession', {
    body: SessionTest,
    reply: z.object({ messages: z.array(z.string()) }),
    access: manage,
    alias: '/queueIntegration/testsession',
  }),
  /** One call with the stored settings: a greeting to a bot, the event `test` to a receiver. */
  test: post('/queueIntegration/:id/test', {
    params: idParams,
    body: z.object({ text: requiredText(1, 256).default('Olá') }),
    reply: IntegrationTested,
    access: manage,
  }),
  /** The newest first; `before` is the last id of the page before. */
  deliveries: get('/queueIntegration/:id/deliveries', {
    params: idParams,
    query: z.object({ before: z.uuid().optional() }),
    reply: z.object({ deliveries: z.array(Delivery), hasMore: z.boolean(), lastDay: LastDay }),
    access: manage,
  }),
  /** Sends a webhook again, under its former delivery id. */
  resend: post('/queueIntegration/:id/deliveries/:deliveryId/resend', {
    params: deliveryParams,
    reply: Delivery,
    access: manage,
  }),
};
