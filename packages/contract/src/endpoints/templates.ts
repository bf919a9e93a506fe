import { z } from 'zod';
import { get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, timestamp, optionalId, pageQuery, page, plainText } from '../kernel/schemas.ts';
import { Message } from './messages.ts';
import { Ticket } from './tickets.ts';

export const templateStatuses = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;
/** What the house says by itself at an hour when free text may be over, and then with a template. */
export const automaticOccasions = ['greeting', 'farewell', 'transfer', 'rating', 'inactive', 'expired'] as const;
export type AutomaticOccasion = (typeof automaticOccasions)[number];

/** A place that is filled in when a template is used. */
const Placeholder = z.object({
  /** What `values` calls it: body.1, body.nome, header.1, button.0 */
  key: z.string(),
  where: z.enum(['header', 'body', 'button']),
  /** As the channel names it: a number, a name, or the place of the button. */
  name: z.string(),
});
export const Template = z.object({
  id,
  whatsappId: id,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.enum(templateStatuses),
  /** Why it was turned down or stopped, in the channel's words. */
  because: z.string(),
  header: z.object({ format: z.enum(['text', 'image', 'video', 'document', 'location']), text: z.string() }).nullable(),
  /** With its gaps as {{1}} or {{name}}. */
  body: z.string(),
  footer: z.string(),
  buttons: z.array(
    z.object({ type: z.enum(['reply', 'url', 'call', 'copy', 'other']), text: z.string(), value: z.string() }),
  ),
  gaps: z.array(Placeholder),
  /** Approved, and of a form that can be sent from here. */
  isSendable: z.boolean(),
  updatedAt: timestamp,
});
export type Template = z.infer<typeof Template>;
export type TemplatePlaceholder = z.infer<typeof Placeholder>;

/** By the key of the gap. Variables of messages, as {{firstName}}, are filled in when it is sent. */
const values = z
  .record(z.string().max(80), plainText(1024))
  .refine((entries) => Object.keys(entries).length <= 60, { params: { rule: 'tooLarge' } })
  .default({});
/** In a form, which carries text only, as JSON. */
const sentValues = z.union([
  values,
  z
    .string()
    .max(100_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', params: { rule: 'invalid' } });
        return z.NEVER;
      }
    })
    .pipe(values),
]);
const key = { clientKey: plainText(100).optional() };
/** As the customer will read it. */
export const TemplatePreview = z.object({
  title: z.string(),
  text: z.string(),
  footer: z.string(),
  buttons: z.array(z.string()),
  /** Gaps that are still empty; with any of them it is not sent. */
  missing: z.array(z.string()),
});
export type TemplatePreview = z.infer<typeof TemplatePreview>;
const Automatic = z.object({
  occasion: z.enum(automaticOccasions),
  templateId: id,
  values: z.record(z.string(), z.string()),
});
const connectionParams = z.object({ connectionId: idParams.shape.id });

export const templates = {
  list: get('/templates', {
    query: pageQuery.extend({
      whatsappId: idParams.shape.id.optional(),
      /** Only what can be sent now; `alone` leaves out what needs a file with each use. */
      sendable: z.enum(['true', 'alone', 'false']).default('false'),
    }),
    reply: page('templates', Template),
    access: 'ticket.attend',
  }),
  /** Asks the channel anew what it keeps. */
  sync: post('/templates/sync', {
    body: z.object({ whatsappId: id }),
    reply: z.object({ count: z.number() }),
    access: 'connection.manage',
  }),
  preview: post('/templates/:id/preview', {
    params: idParams,
    /** Whose name and hour the variables speak of: a conversation, or a contact that has none yet. */
    body: z.object({ ticketId: optionalId, contactId: optionalId, values }),
    reply: TemplatePreview,
    access: 'ticket.attend',
  }),
  /**
   * Into a conversation, whether free text is still taken there or not. Where a picture, video or document stands above
   * the text, it comes along as the one file of a form.
   */
  send: post('/messages/template/:ticketId', {
    params: z.object({ ticketId: idParams.shape.id }),
    body: z.object({ templateId: id, values: sentValues, ...key }),
    optionalFiles: 'medias',
    reply: z.object({ message: z.string(), newMsg: Message }),
    access: 'ticket.attend',
    rate: 'upload',
  }),
  /** A first contact: opens the conversation and says this in it. */
  start: post('/templates/:id/start', {
    params: idParams,
    body: z.object({ contactId: id, queueId: optionalId, values: sentValues, ...key }),
    optionalFiles: 'medias',
    reply: z.object({ ticket: Ticket, newMsg: Message }),
    access: 'ticket.attend',
    rate: 'upload',
  }),
  /** Which template stands in for which automatic text when free text is over. */
  automatic: get('/automatic-templates/:connectionId', {
    params: connectionParams,
    reply: z.array(Automatic),
    access: 'connection.manage',
  }),
  setAutomatic: put('/automatic-templates/:connectionId', {
    params: connectionParams,
    body: z.object({
      templates: z
        .array(z.object({ occasion: z.enum(automaticOccasions), templateId: id, values }))
        .max(automaticOccasions.length),
    }),
    reply: done,
    access: 'connection.manage',
  }),
};
