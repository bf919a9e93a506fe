import { phraseModes } from '@balcao/domain/flow/phrases';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { id, idParams, optionalId, plainText, requiredText, searchText } from '../kernel/schemas.ts';
import { FlowBrief } from './flows.ts';

/** Phrases of a company. The bot matches a message against all of them. */
export const MAX_PHRASES = 10_000;

const Named = z.object({ id, name: z.string() });
/** A phrase of a customer that starts a flow. */
export const Phrase = z.object({
  id,
  name: z.string(),
  phrase: z.string(),
  mode: z.enum(phraseModes),
  status: z.boolean(),
  /** Null: the flow was deleted, so the phrase starts nothing. */
  flowId: id.nullable(),
  /** Null: every connection. */
  whatsappId: id.nullable(),
  flow: FlowBrief.nullable(),
  whatsapp: Named.nullable(),
  /** Other active phrases for the same words on the same connection. */
  conflicts: z.array(Named),
});
export type Phrase = z.infer<typeof Phrase>;

const fields = {
  name: requiredText(1, 100),
  flowId: id,
  whatsappId: optionalId,
  phrase: requiredText(1, 500),
  mode: z.enum(phraseModes),
  status: z.boolean(),
};
const PhraseDraft = z.object({ ...fields, mode: fields.mode.default('equal'), status: fields.status.default(true) });
const PhraseChange = z.object(fields).partial().extend({ id });

export const phrases = {
  list: get('/flowcampaign', {
    query: z.object({ searchParam: searchText }),
    reply: z.object({ flow: z.array(Phrase), hasMore: z.boolean() }),
    access: 'flow.manage',
  }),
  show: get('/flowcampaign/:id', {
    params: idParams,
    reply: z.object({ details: Phrase }),
    access: 'flow.manage',
  }),
  create: post('/flowcampaign', { body: PhraseDraft, reply: Phrase, access: 'flow.manage' }),
  /** Omitted fields stay unchanged. */
  update: put('/flowcampaign', { body: PhraseChange, reply: z.literal('ok'), access: 'flow.manage' }),
  remove: del('/flowcampaign/:id', { params: idParams, reply: Phrase, access: 'flow.manage' }),
  /** The phrases that a message would match, the one that starts its flow first. */
  try: post('/flowcampaign/try', {
    body: z.object({ text: plainText(4096), whatsappId: optionalId }),
    reply: z.object({ matches: z.array(Phrase) }),
    access: 'flow.manage',
  }),
};
