import { parseBotCommand } from '@balcao/domain/integration/bot-command';
import { z } from 'zod';
import { ServiceError } from '../service-error.ts';
import { addressBelow, readAnswer, type Operations, type ServiceRequest } from '../service-request.ts';
import type { BotReply, BotSession, BotTurn, ExternalBot, TypebotAccount } from './port.ts';
import { plainRichText } from './rich-text.ts';

const MAX_REPLIES = 20;
const MAX_CHOICES = 50;
const MAX_TEXT_LENGTH = 4096;
/** Parts of a path. */
const SLUG = /^[\w-]{1,120}$/;
const INVALID_MESSAGE = /^Invalid message\. Please,? try again\.?$/;

const contentSchema = z.object({
  url: z.string().nullish(),
  markdown: z.string().nullish(),
  richText: z.array(z.unknown()).nullish(),
  plainText: z.string().nullish(),
});
const turnSchema = z.object({
  sessionId: z.string().regex(SLUG).optional(),
  messages: z.array(z.object({ type: z.string(), content: contentSchema.or(z.string()).nullish() })).default([]),
  input: z
    .object({ type: z.string(), items: z.array(z.object({ content: z.string().nullish() })).nullish() })
    .nullish(),
});

/** Typebot's viewer: a session per conversation. Not repeated after an unknown outcome, because a message would count twice. */
export function createTypebot(operations: Operations): ExternalBot<TypebotAccount> {
  async function start(send: ServiceRequest, { url, slug }: TypebotAccount, session: BotSession): Promise<BotTurn> {
    if (!SLUG.test(slug)) throw new ServiceError('refused', 'address');
    const answer = await send({
      url: addressBelow(url, `/api/v1/typebots/${slug}/startChat`),
      json: {
        prefilledVariables: session.variables,
        textBubbleContentFormat: 'markdown',
      },
      // A session that the service starts twice is used once.
      isHarmless: true,
    });
    const turn = readAnswer(turnSchema, answer);
    if (turn.sessionId === undefined) throw new ServiceError('unknown', 'answer');
    return turnOf(turn, { ...session, id: turn.sessionId });
  }

  return {
    start: (account, session) => start(operations(), account, session),
    async next(account, session, text) {
      const send = operations();
      if (session.id === null || !SLUG.test(session.id)) return start(send, account, session);
      const answer = await send({
        url: addressBelow(account.url, `/api/v1/sessions/${session.id}/continueChat`),
        json: { message: text },
        isHarmless: false,
        reasonOf: (status) => (status === 404 ? 'session' : undefined),
      });
      if (answer.reason === 'session') return start(send, account, session);
      return turnOf(readAnswer(turnSchema, answer), session);
    },
  };
}

function turnOf({ messages, input }: z.infer<typeof turnSchema>, session: BotSession): BotTurn {
  const shown = messages.slice(0, MAX_REPLIES).flatMap((message) => replyOf(message) ?? []);
  const commands = shown.flatMap((reply) => (reply.type === 'text' ? (parseBotCommand(reply.text) ?? []) : []));
  const replies = shown.filter((reply) => reply.type !== 'text' || parseBotCommand(reply.text) === undefined);
  const choices =
    input?.type === 'choice input'
      ? (input.items ?? []).slice(0, MAX_CHOICES).flatMap(({ content }) => content?.trim() || [])
      : [];
  const understood = replies.filter((reply) => reply.type !== 'text' || !INVALID_MESSAGE.test(reply.text));
  const [command] = commands;
  return {
    replies: understood,
    ...(choices.length > 0 && { choices }),
    ...(!input && { ended: true }),
    ...(command && { command }),
    ...(understood.length === 0 && !command && { isUnknown: true }),
    session,
  };
}

function replyOf({ type, content }: z.infer<typeof turnSchema>['messages'][number]): BotReply | undefined {
  if (!content) return undefined;
  if (type === 'image' || type === 'video' || type === 'audio') {
    const url = typeof content === 'string' ? content : content.url;
    return url && /^https?:\/\//i.test(url) ? { type, url } : undefined;
  }
  const text = (typeof content === 'string' ? content : textOf(content))
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed();
  return type === 'text' && text !== '' ? { type, text } : undefined;
}

const textOf = ({ markdown, richText, plainText }: z.infer<typeof contentSchema>): string =>
  markdown ? withChannelMarks(markdown) : richText ? plainRichText(richText) : (plainText ?? '');

/** R30: bold `*`, italic `_`, underline `~`; links with their address. */
const withChannelMarks = (markdown: string): string =>
  markdown
    .replace(/\*\*([^*\n]+)\*\*/g, '*$1*')
    .replace(/~~([^~\n]+)~~/g, '~$1~')
    .replace(/\[([^\][\n]{1,500})\]\(([^()\s]{1,2000})\)/g, (_, label: string, url: string) =>
      label === url ? url : `${label}: ${url}`,
    )
    .replace(/\\([\\`*_{}[\]()#+\-.!~>|])/g, '$1');
