import { randomBytes } from 'node:crypto';
import { fieldsOf, textOf, type Fields, type ServiceContext, type SimulatedService } from '../service.ts';
import { typebots, type Bubble, type BotState, type Question } from './typebot-bots.ts';

interface Session {
  slug: string;
  state: BotState;
  isRichText: boolean;
}
const error = (status: number, code: string, message: string) => ({ status, body: { message, code } });
const MAX_LOOP = 50;

/** `POST /typebot/api/v1/typebots/{slug}/startChat` and `…/sessions/{id}/continueChat`. */
export function createTypebot({ faults, url }: ServiceContext) {
  let sessions = new Map<string, Session>();

  function answer(session: Session, bubbles: Bubble[], question: Question | undefined) {
    const fault = faults.inReply('typebot');
    const shown: Bubble[] =
      fault === 'empty'
        ? []
        : fault === 'loop'
          ? Array.from({ length: MAX_LOOP }, () => ['text', 'De novo?'])
          : bubbles;
    return {
      messages: shown.map(([type, content], at) => ({
        id: String(at),
        type,
        content: contentOf(type, content, session.isRichText, url()),
      })),
      ...(question && { input: inputOf(question) }),
    };
  }

  const service: SimulatedService = {
    name: 'typebot',
    errors: {
      busy: error(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
      quota: error(403, 'FORBIDDEN', 'Typebot has reached its chats limit'),
      key: error(403, 'FORBIDDEN', 'Typebot is closed'),
      down: error(500, 'INTERNAL_SERVER_ERROR', 'Internal server error'),
    },
    routes(app) {
      const notFound = { message: 'Not found', code: 'NOT_FOUND' };
      app.post<{ Params: { slug: string } }>(
        '/typebot/api/v1/typebots/:slug/startChat',
        async ({ params: { slug }, body }, reply) => {
          const bot = typebots[slug];
          if (!bot) return reply.code(404).send(notFound);
          const { prefilledVariables, textBubbleContentFormat: format } = fieldsOf(body);
          const state = { variables: fieldsOf(prefilledVariables), step: 'start' };
          const session = { slug, state, isRichText: format !== 'markdown' };
          const sessionId = randomBytes(12).toString('hex');
          sessions.set(sessionId, session);
          const { bubbles, question } = bot(state, undefined);
          return reply.send({ sessionId, typebot: { id: slug }, ...answer(session, bubbles, question) });
        },
      );
      app.post<{ Params: { id: string } }>(
        '/typebot/api/v1/sessions/:id/continueChat',
        async ({ params: { id }, body }, reply) => {
          const session = sessions.get(id);
          if (!session) return reply.code(404).send({ message: 'Session not found.', code: 'NOT_FOUND' });
          const { bubbles, question } = typebots[session.slug]!(session.state, textOf(fieldsOf(body)['message']));
          return reply.send(answer(session, bubbles, question));
        },
      );
      app.get('/typebot/media/:name', async (_, reply) => reply.type('image/png').send(Buffer.from('89504e47', 'hex')));
    },
    reset: () => void (sessions = new Map()),
  };
  return { service, dropSessions: () => void (sessions = new Map()) };
}

function contentOf(type: Bubble[0], content: string, isRichText: boolean, url: string): Fields {
  if (type === 'image' || type === 'audio') return { url: `${url}/typebot/media/${content}` };
  if (type === 'video') return { type: 'url', url: `${url}/typebot/media/${content}` };
  if (!isRichText) return { type: 'markdown', markdown: content };
  return { type: 'richText', richText: content.split('\n').map((line) => ({ type: 'p', children: childrenOf(line) })) };
}

/** **bold** and [links](…) as older viewers send them. */
const childrenOf = (line: string): Fields[] =>
  line
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
      if (link) return { type: 'a', url: link[2], children: [{ text: link[1] }] };
      return part.startsWith('**') ? { text: part.slice(2, -2), bold: true } : { text: part };
    });

const inputOf = (question: Question): Fields =>
  Array.isArray(question)
    ? { id: 'choice', type: 'choice input', items: question.map((content, at) => ({ id: String(at), content })) }
    : { id: 'input', type: `${question} input`, options: {} };
