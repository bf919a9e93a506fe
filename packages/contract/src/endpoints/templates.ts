import { z } from 'zod';
import { get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, timestamp, optionalId, pageQuery, page, plainText } from '../kernel/schemas.ts';
import { Message } from './messages.ts';
import { Ticket } from './tickets.ts';

export const templateStatuses = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const;
/** Occasions for which a template can replace an automatic message outside the reply window. */
export const automaticOccasions = ['greeting', 'farewell', 'transfer', 'rating', 'inactive', 'expired'] as const;
export type AutomaticOccasion = (typeof automaticOccasions)[number];

/** A placeholder that is filled in when the template is used. */
const Placeholder = z.object({
  /** Key in `values`: body.1, body.nome, header.1, button.0 */
  key: z.string(),
  where: z.enum(['header', 'body', 'button']),
  /** Name at the channel: a number, a name, or the index of the button. */
  name: z.string(),
});
export const Template = z.object({
  id,
  whatsappId: id,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.enum(templateStatuses),
  /** Why the channel rejected or paused it, in the words of the channel. */
  because: z.string(),
  header: z.object({ format: z.enum(['text', 'image', 'video', 'document', 'location']), text: z.string() }).nullable(),
  /** With placeholders as {{1}} or {{name}}. */
  body: z.string(),
  footer: z.string(),
  buttons: z.array(
    z.object({ type: z.enum(['reply', 'url', 'call', 'copy', 'other']), text: z.string(), value: z.string() }),
  ),
  gaps: z.array(Placeholder),
  /** Approved, and of a form that this product can send. */
  isSendable: z.boolean(),
  updatedAt: timestamp,
});
export type Template = z.infer<typeof Template>;
export type TemplatePlaceholder = z.infer<typeof Placeholder>;

/** By placeholder key. Message variables such as {{firstName}} are replaced when it is sent. */
export const placeholderValues = z
  .record(z.string().max(80), plainText(1024))
  .refine((entries) => Object.keys(entries).length <= 60, { params: { rule: 'tooLarge' } })
  .default({});
/** In a multipart form as JSON, because a form carries text. */
const sentValues = z.union([
  placeholderValues,
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
    .pipe(placeholderValues),
]);
const key = { clientKey: plainText(100).optional() };
/** As the customer reads it. */
export const TemplatePreview = z.object({
  title: z.string(),
  text: z.string(),
  footer: z.string(),
  buttons: z.array(z.string()),
  /** Placeholders without a value; the template is not sent while there are any. */
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
      /** Only this one, whichever page it is on. */
      templateId: idParams.shape.id.optional(),
      /** Only templates that can be sent now; `alone` excludes those that need a file. */
      sendable: z.enum(['true', 'alone', 'false']).default('false'),
    }),
    reply: page('templates', Template),
    access: 'ticket.use',
  }),
  /** Reloads the templates from the channel. */
  sync: post('/templates/sync', {
    body: z.object({ whatsappId: id }),
    reply: z.object({ count: z.number() }),
    access: 'connection.manage',
  }),
  preview: post('/templates/:id/preview', {
    params: idParams,
    /** Source of the variables: a ticket, or a contact without a ticket. */
    body: z.object({ ticketId: optionalId, contactId: optionalId, values: placeholderValues }),
    reply: TemplatePreview,
    access: 'ticket.use',
  }),
  /**
   * Sends into a ticket, inside or outside the reply window. A header image, video or document is the only file of the
   * multipart form.
   */
  send: post('/messages/template/:ticketId', {
    params: z.object({ ticketId: idParams.shape.id }),
    body: z.object({ templateId: id, values: sentValues, ...key }),
    optionalFiles: 'medias',
    reply: z.object({ message: z.string(), newMsg: Message }),
    access: 'ticket.use',
    rate: 'upload',
  }),
  /** First contact: opens the ticket and sends the template. */
  start: post('/templates/:id/start', {
    params: idParams,
    body: z.object({ contactId: id, queueId: optionalId, values: sentValues, ...key }),
    optionalFiles: 'medias',
    reply: z.object({ ticket: Ticket, newMsg: Message }),
    access: 'ticket.use',
    rate: 'upload',
  }),
  /** The template for each automatic message outside the reply window. */
  automatic: get('/automatic-templates/:connectionId', {
    params: connectionParams,
    reply: z.array(Automatic),
    access: 'connection.manage',
  }),
  setAutomatic: put('/automatic-templates/:connectionId', {
    params: connectionParams,
    body: z.object({
      templates: z
        .array(z.object({ occasion: z.enum(automaticOccasions), templateId: id, values: placeholderValues }))
        .max(automaticOccasions.length),
    }),
    reply: done,
    access: 'connection.manage',
  }),
};
